// The integration tests of MongoDB's driver for Node against this server: node test/outside/driver.mjs FOLDER
// FOLDER is a checkout of https://github.com/mongodb/node-mongodb-native (Apache-2.0) after `npm ci --ignore-scripts`
// and `npm run bundle:driver`. It holds the unified tests of all drivers too.
import { resolve } from "node:path";
import { refused } from "./reasons.mjs";
import { runSuite } from "./report.mjs";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: driver.mjs FOLDER");

/** Suites that test a server's replies; the others test connections, fail points, encryption and cloud services. */
const PARTS = [
  "crud",
  "collection-management",
  "index-management",
  "collation",
  "gridfs",
  "run-command",
  "read-write-concern",
  "sessions",
  "bson-corpus",
  "bson-decimal128",
  "*.test.ts",
];

await runSuite(
  resolve(folder),
  (address) => ({
    args: ["--config", "test/mocha_mongodb.js", ...PARTS.map((part) => `test/integration/${part}`)],
    env: { MONGODB_URI: `mongodb://${address}/?replicaSet=embedded`, AUTH: "noauth" },
  }),
  [
    ...refused,
    { reason: "change streams", title: /succeeds on changeStream/ },
    {
      reason: "secondaries: there is one server",
      message: /Server selection timed out|Topology is closed/,
    },
    { reason: "cluster times: one server has none", title: /\$clusterTime|advanceClusterTime/ },
    { reason: "the encryption module, which is not installed", message: /encryption/i },
    {
      reason: "`explain` answers what it does not know, and an aggregate's like a find's",
      title: /explain/,
    },
  ],
);
