import "#models/all.server";
import { connect, disconnect } from "#models/db/connection.server";
import { prepareDatabase } from "#models/migrations/migrate.server";
import { closePasswordPool } from "~/platform/passwords.server";
import { admin } from "./admin";
import { book } from "./book";
import { exports } from "./export";
import { imports } from "./import";
import { jobs } from "./jobs";
import { journal } from "./journal";
import { pictures } from "./pictures";

/** What is measured from inside, each on an empty database of its own (`tools/bench.mjs`). */
const PARTS = { journal, pictures, book, export: exports, import: imports, admin, jobs };

const [name = "", option] = process.argv.slice(2);
const measure = PARTS[name as keyof typeof PARTS];
await connect(console.error);
await prepareDatabase();
try {
  console.log(await measure(option === "--short"));
} finally {
  await disconnect();
  await closePasswordPool();
}
