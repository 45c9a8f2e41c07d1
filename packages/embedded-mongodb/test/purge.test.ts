import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run, temporaryDirectory } from "./fixture.js";

type Row = { _id: number; secret: Buffer };

/** Names of the files that contain these bytes. */
function filesWith(directory: string, bytes: Buffer): string[] {
  return readdirSync(join(directory, "db")).filter((name) =>
    readFileSync(join(directory, "db", name)).includes(bytes),
  );
}

const secretOf = (id: number) => Buffer.from(`a secret that is replaced ${id} `.repeat(40));

async function write({ forget }: { forget: boolean }): Promise<string> {
  const directory = temporaryDirectory();
  const running = await run({ dataDir: directory });
  const rows = running.db.collection<Row>("rows");
  await rows.insertMany(Array.from({ length: 60 }, (_, _id) => ({ _id, secret: secretOf(_id) })));
  // The reply stored for a retry contains the whole document.
  await rows.findOneAndUpdate({ _id: 1 }, { $set: { seen: true } });
  await rows.updateMany({ _id: { $lt: 30 } }, { $set: { secret: Buffer.alloc(8) } });
  await rows.deleteMany({ _id: { $gte: 30 } });
  if (forget) running.server.forgetAtNextStart();
  await running.close();
  return directory;
}

describe("forgetAtNextStart", () => {
  it("is needed to purge deleted content from the files", async () => {
    const directory = await write({ forget: false });
    await (await run({ dataDir: directory })).close();
    expect([0, 1, 29, 30, 59].flatMap((id) => filesWith(directory, secretOf(id)))).not.toEqual([]);
  });

  it("purges deleted content at the next start, and keeps the rest", async () => {
    const directory = await write({ forget: true });
    const running = await run({ dataDir: directory });
    expect(Array.from({ length: 60 }, (_, id) => filesWith(directory, secretOf(id))).flat()).toEqual([]);
    expect(await running.db.collection<Row>("rows").countDocuments()).toBe(30);
    expect(await running.server.integrityCheck()).toEqual([]);
    await running.close();
    expect(readdirSync(join(directory, "db"))).not.toContain("forget-at-next-start");
  });
});
