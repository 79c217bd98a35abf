// Refuses calls of methods that came to every object that has them after the browsers we mean. ESLint knows no
// types: a name that any object had in time, such as `filter`, passes; so does `call?.()`, which asks first.
import { readFileSync } from "node:fs";

const data = JSON.parse(readFileSync(new URL(import.meta.resolve("@mdn/browser-compat-data")), "utf8"));

/** Since which version a browser has a feature; Infinity for one that it lacks, or has behind a switch. */
function since({ support }, browser) {
  const newest = [support[browser]].flat()[0];
  const version = newest?.version_added;
  if (!version || version === "preview" || newest.flags) return Infinity;
  return parseFloat(version.replace("≤", ""));
}

/** Each late name, `timeout` as well as `AbortSignal.timeout`, with the browsers that lack it, in words. */
function lateNames(browsers) {
  const found = new Map(); // "" where some object had it in time
  for (const [object, members] of Object.entries({ ...data.api, ...data.javascript.builtins })) {
    for (const [key, { __compat: known }] of Object.entries(members)) {
      if (!known) continue;
      const name = key.replace(/_static$/, "");
      const lacking = Object.entries(browsers).filter(([browser, version]) => since(known, browser) > version);
      const said = lacking.map(([browser, version]) => `${browser} ${version}`).join(", ");
      found.set(`${object}.${name}`, said);
      if (!said || !found.has(name)) found.set(name, said);
    }
  }
  return found;
}

export const late = {
  meta: {
    type: "problem",
    schema: [{ type: "object" }, { type: "array", items: { type: "string" } }], // browsers; methods of our own
    messages: { late: "“{{ name }}” is not in {{ lacking }}." },
  },
  create(context) {
    const [browsers, ours] = context.options;
    const names = lateNames(browsers);
    return {
      CallExpression({ callee, optional }) {
        if (optional || callee.type !== "MemberExpression" || callee.computed) return;
        const { name } = callee.property;
        const lacking = names.get(`${callee.object.name}.${name}`) ?? names.get(name);
        if (lacking && !ours.includes(name)) context.report({ node: callee.property, messageId: "late", data: { name, lacking } });
      },
    };
  },
};
