// Mongoose's own tests against this server: node test/outside/mongoose.mjs FOLDER
// FOLDER is a checkout of https://github.com/Automattic/mongoose (MIT) after `npm install`.
import { resolve } from "node:path";
import { refused } from "./reasons.mjs";
import { runSuite } from "./report.mjs";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: mongoose.mjs FOLDER");

await runSuite(
  resolve(folder),
  (address) => ({
    // These arguments replace .mocharc.yml, which would download a MongoDB server.
    args: [
      "--no-config",
      "--timeout",
      "20000",
      "test/*.test.js",
      "test/docs/*.test.js",
      "test/helpers/*.test.js",
    ],
    env: { MONGOOSE_TEST_URI: `mongodb://${address}/?directConnection=true` },
  }),
  refused,
);
