import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";

/**
 * Settings of a test process, made before any module of the application is loaded. Every name of `.env.example` is
 * emptied first, so that the settings of the machine (a mail server, a payment key) never reach them.
 */
const mongodbUri = process.env.MONGODB_URI ?? "";
for (const [, name] of readFileSync(".env.example", "utf8").matchAll(/^([A-Z][A-Z0-9_]+)=/gm)) {
  if (name) process.env[name] = "";
}

Object.assign(process.env, {
  NODE_ENV: "test",
  DATA_DIR: mkdtempSync(path.join(inject("runDirectory"), "data-")),
  MONGODB_URI: mongodbUri,
  PUBLIC_ORIGIN: "http://localhost:3000",
  BCRYPT_COST: "10",
  LOG_LEVEL: "silent",
});
