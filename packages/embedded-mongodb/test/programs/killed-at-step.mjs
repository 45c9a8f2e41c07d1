// Changes a directory, and kills itself before the step with the given number. A step is a call that changes or syncs the
// folder. `replace` without a file only finishes a replacement that was committed.
import fs from "node:fs";
import { copyFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { replaceDatabase, startUpgrade, undoUpgrade } from "embedded-mongodb";

const [dataDir, killBefore, what, file] = process.argv.slice(2);
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

async function make(folder) {
  if (!file) throw new Error("nothing new");
  await copyFile(file, path.join(folder, "db", "database.sqlite"));
}
const changes = {
  replace: () => replaceDatabase({ dataDir, make }),
  begin: () => startUpgrade(dataDir, "2.0.0"),
  undo: () => undoUpgrade(dataDir),
};
try {
  const kept = await changes[what]();
  process.send({ kept, steps });
} catch (error) {
  process.send({ refused: error.name, steps });
}
process.disconnect();
