// Refuses calls of methods that are too new for our oldest browsers. ESLint does not know the type of an object, so a
// method's name is refused only if it is too new on every object that has it: `filter` passes. So does `call?.()`, which
// works without the method.
import { readFileSync } from "node:fs";

const data = JSON.parse(readFileSync(new URL(import.meta.resolve("@mdn/browser-compat-data")), "utf8"));

/** Return the first version of a browser with a feature; Infinity if there is none, or only behind a flag. */
function findFirstVersion({ support }, browser) {
  const newest = [support[browser]].flat()[0];
  const version = newest?.version_added;
  if (!version || version === "preview" || newest.flags) return Infinity;
  return parseFloat(version.replace("≤", ""));
}

/**
 * Return the browsers that lack a method, as text, by its name alone and with its object: `timeout` and
 * `AbortSignal.timeout`. The text is "" if all browsers have it; for a name alone, on at least one object.
 */
function findLateNames(browsers) {
  const lackingByName = new Map();
  for (const [object, members] of Object.entries({ ...data.api, ...data.javascript.builtins })) {
    for (const [key, { __compat: known }] of Object.entries(members)) {
      if (!known) continue;
      const name = key.replace(/_static$/, "");
      const lacking = Object.entries(browsers).filter(([browser, version]) => findFirstVersion(known, browser) > version);
      const text = lacking.map(([browser, version]) => `${browser} ${version}`).join(", ");
      lackingByName.set(`${object}.${name}`, text);
      if (!text || !lackingByName.has(name)) lackingByName.set(name, text);
    }
  }
  return lackingByName;
}

export const late = {
  meta: {
    type: "problem",
    schema: [{ type: "object" }, { type: "array", items: { type: "string" } }], // browsers; our own methods
    messages: { late: "“{{ name }}” is not in {{ lacking }}." },
  },
  create(context) {
    const [browsers, ourMethods] = context.options;
    const lackingByName = findLateNames(browsers);
    return {
      CallExpression({ callee, optional }) {
        if (optional || callee.type !== "MemberExpression" || callee.computed) return;
        const { name } = callee.property;
        const lacking = lackingByName.get(`${callee.object.name}.${name}`) ?? lackingByName.get(name);
        if (!lacking || ourMethods.includes(name)) return;
        context.report({ node: callee.property, messageId: "late", data: { name, lacking } });
      },
    };
  },
};
