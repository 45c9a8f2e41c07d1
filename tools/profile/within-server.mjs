/** Loaded into the server by `npm run profile`: SIGUSR2 begins a profile of the main thread, the next one ends it. */
import { readFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { isMainThread } from "node:worker_threads";

const { PROFILE_FILE } = process.env;

if (isMainThread && PROFILE_FILE) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 250 });
  let begun;
  process.on("SIGUSR2", () => void turn());

  async function turn() {
    if (!begun) {
      await session.post("Profiler.start");
      begun = { all: process.cpuUsage(), main: mainMs() };
      return writeFileSync(`${PROFILE_FILE}.begun`, "");
    }
    const { user, system } = process.cpuUsage(begun.all);
    const main = mainMs() - begun.main;
    const { profile } = await session.post("Profiler.stop");
    begun = undefined;
    writeFileSync(PROFILE_FILE, JSON.stringify({ profile, cpuMs: (user + system) / 1000, mainMs: main }));
    writeFileSync(`${PROFILE_FILE}.ended`, "");
  }
}

/** Milliseconds that this thread has worked. Only Linux tells them by thread; elsewhere all threads have to do. */
function mainMs() {
  if (process.platform !== "linux") return process.cpuUsage().user / 1000;
  const [nanoseconds = "0"] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}
