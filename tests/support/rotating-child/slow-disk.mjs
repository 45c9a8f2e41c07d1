/** Preloaded module that delays each fsync by SLOW_DISK_MS, to simulate a slow disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const fsyncSync = fs.fsyncSync;
const still = new Int32Array(new SharedArrayBuffer(4));
fs.fsyncSync = (handle) => {
  Atomics.wait(still, 0, 0, Number(process.env.SLOW_DISK_MS ?? 0));
  fsyncSync(handle);
};
syncBuiltinESMExports();
