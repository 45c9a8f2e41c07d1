// Copies the database of a directory as an upgrade does, or puts the copy back, and kills itself before the step of that
// number: each step is a call by which the folder is changed or put on the disk.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { startUpgrade, undoUpgrade } from "embedded-mongodb";

const [dataDir, killBefore, what] = process.argv.slice(2);
process.on("disconnect", () => process.exit());
let steps = 0;
for (const name of ["renameSync", "rmSync", "mkdirSync", "fsyncSync", "openSync", "writeFileSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (++steps === Number(killBefore)) process.kill(process.pid, "SIGKILL");
    return original(...args);
  };
}
syncBuiltinESMExports();

await (what === "begin" ? startUpgrade(dataDir, "2.0.0") : undoUpgrade(dataDir));
process.send({ steps });
process.disconnect();
