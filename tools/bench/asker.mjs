// Runs in a thread of its own: who measures how long an answer takes must not be the one who sends the load.
import http from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { url, headers } = workerData;
const agent = new http.Agent({ keepAlive: true });
let isOver = false;
parentPort.once("message", () => (isOver = true));
const ask = () =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`The page was answered with ${answer.statusCode}.`));
        answer.resume().on("end", resolve).on("error", reject);
      })
      .on("error", reject);
  });
const waits = [];
while (!isOver) {
  const begun = performance.now();
  await ask();
  waits.push(performance.now() - begun);
}
agent.destroy();
parentPort.postMessage(waits);
