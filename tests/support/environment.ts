import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";

/**
 * Settings of a test process, made before any module of the application is loaded. Every name of `.env.example` is
 * emptied first, so that tests never use the machine's own settings (a mail server, a payment key).
 */
const mongodbUri = process.env.MONGODB_URI ?? "";
const runDirectory = inject("runDirectory");
// Files that share a process share its engine, and so its folder.
const dataDir = process.env.DATA_DIR?.startsWith(runDirectory)
  ? process.env.DATA_DIR
  : mkdtempSync(path.join(runDirectory, "data-"));
for (const [, name] of readFileSync(".env.example", "utf8").matchAll(/^([A-Z][A-Z0-9_]+)=/gm)) {
  if (name) process.env[name] = "";
}

Object.assign(process.env, {
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  MONGODB_URI: mongodbUri,
  PUBLIC_ORIGIN: "http://localhost:3000",
  // Email is enabled, but nothing listens there; tests of email start a server.
  SMTP_URL: "smtp://127.0.0.1:1",
  BCRYPT_COST: "4",
  LOG_LEVEL: "silent",
});
