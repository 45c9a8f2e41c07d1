/** Loaded into the server by `npm run profile`: SIGIO starts a profile of the main thread, the next one writes it to PROFILE_FILE. */
import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { isMainThread } from "node:worker_threads";

const { PROFILE_FILE } = process.env;

if (isMainThread && PROFILE_FILE) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 250 });
  process.once("SIGIO", () => void start(session));
}

/** @param {Session} session */
async function start(session) {
  await session.post("Profiler.start");
  process.once("SIGIO", () => void write(session));
  writeFileSync(`${PROFILE_FILE}.started`, "");
}

/** @param {Session} session */
async function write(session) {
  const { profile } = await session.post("Profiler.stop");
  writeFileSync(`${PROFILE_FILE}.part`, JSON.stringify(profile));
  renameSync(`${PROFILE_FILE}.part`, PROFILE_FILE);
}
