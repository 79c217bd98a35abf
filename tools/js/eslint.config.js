// The rules for the pages' scripts: only syntax and functions that Safari 15 and Chrome 100 have.
import compat from "eslint-plugin-compat";
import es from "eslint-plugin-es-x";
import { late } from "./late.js";

const BROWSERS = { safari: 15, safari_ios: 15, chrome: 100, chrome_android: 100 };
const TARGETS = ["safari 15", "ios_saf 15.0-15.1", "chrome 100"]; // the same browsers, as browserslist names them
const OUR_METHODS = ["draw", "move"]; // of the class MatCorners; browsers have newer methods of these names
const HTTP = "Browsers have it only on https: and on localhost, but a table's page comes over http:.";

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  compat.configs["flat/recommended"],
  es.configs["flat/restrict-to-es2021"],
  {
    plugins: { table: { rules: { late } } },
    settings: { targets: TARGETS },
    rules: {
      "table/late": ["error", BROWSERS, OUR_METHODS],
      "es-x/no-regexp-lookbehind-assertions": "error", // from 2018, but in Safari only since 16.4
      "es-x/no-class-instance-fields": "off", // from 2022, but in Safari since 14
      "es-x/no-class-static-fields": "off", // from 2022, but in Safari since 14.1
      "no-restricted-properties": ["error",
        ...["randomUUID", "subtle"].map((property) => ({ object: "crypto", property, message: HTTP })),
        ...["clipboard", "mediaDevices", "serviceWorker", "share", "wakeLock"].map(
          (property) => ({ object: "navigator", property, message: HTTP }))],
    },
  },
];
