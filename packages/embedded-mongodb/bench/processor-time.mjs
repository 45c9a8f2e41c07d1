// Loaded into the server's thread by `node --import`: measures how much processor time its longest turn takes, which does not
// depend on what else the machine does. Node tells a thread's own time since 23.9; before, nothing is measured.
import { BroadcastChannel, isMainThread } from "node:worker_threads";

if (!isMainThread && process.threadCpuUsage) {
  let longest = 0;
  const plain = globalThis.setImmediate;
  globalThis.setImmediate = (turn, ...parameters) =>
    plain(() => {
      const before = process.threadCpuUsage();
      turn(...parameters);
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    });
  const channel = new BroadcastChannel("turns");
  channel.onmessage = ({ data }) => {
    if (data === "begin") longest = 0;
    if (data === "end") channel.postMessage({ longest });
  };
  channel.unref();
}
