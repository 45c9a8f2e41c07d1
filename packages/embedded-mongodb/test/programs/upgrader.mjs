// Starts or undoes an upgrade of a directory, and kills itself before the step with the given number. A step is a call
// that changes or syncs the folder.
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
