import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/**
 * Asks again and again whether the house is alive, from a thread of its own: what an attack costs the one who sends it does not
 * count. Of each wait it is known how long the server's own thread worked meanwhile, and that is what is judged: on a machine
 * that does much else the clock tells of the machine.
 * @returns what ends it, with the longest of both in milliseconds
 */
export async function watchHealth({ origin, pid }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin, pid } });
  await once(worker, "message");
  return async () => {
    worker.postMessage("over");
    const [seen] = await once(worker, "message");
    return seen;
  };
}

/** Milliseconds that the thread of a server has worked that answers requests (Linux; elsewhere the clock). */
function workedMs(pid) {
  if (process.platform !== "linux") return performance.now();
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

async function ask({ origin, pid }) {
  const [begun, before] = [performance.now(), workedMs(pid)];
  const isWell = await fetch(`${origin}/healthz`, { headers: { "X-Forwarded-For": "10.99.9.9" } })
    .then(async (answer) => (await answer.text()) !== "" && answer.ok)
    .catch(() => false);
  const waited = performance.now() - begun;
  return isWell ? { waited, worked: workedMs(pid) - before } : { waited, worked: Number.POSITIVE_INFINITY };
}

if (!isMainThread) {
  const seen = { waited: 0, worked: 0, asked: 0 };
  let isOver = false;
  parentPort.once("message", () => (isOver = true));
  // The first answer waits for what this thread has yet to learn.
  await ask(workerData);
  parentPort.postMessage("watching");
  while (!isOver) {
    const { waited, worked } = await ask(workerData);
    seen.waited = Math.max(seen.waited, waited);
    seen.worked = Math.max(seen.worked, worked);
    seen.asked++;
    await delay(5);
  }
  parentPort.postMessage(seen);
}
