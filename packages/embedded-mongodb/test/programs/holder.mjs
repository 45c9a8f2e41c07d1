// Holds a private folder with a file in it until it is killed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withPrivateFolder } from "embedded-mongodb";

process.on("disconnect", () => process.exit());
await withPrivateFolder(process.argv[2], async (folder) => {
  writeFileSync(join(folder, "plain"), "in the clear");
  process.send({ folder });
  await new Promise(() => setInterval(() => undefined, 1_000));
});
