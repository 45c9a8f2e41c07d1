import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { translate } from "./database.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "embedded-mongodb-disk-"));
  file = join(folder, "database.sqlite");
  writeFileSync(file, "x");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a client is told of an error that SQLite reports. */
const told = (code: string) => translate(Object.assign(new Error(code), { code }), file);

describe("a write that failed", () => {
  it("is called a full disk where SQLite says so", () => {
    expect(told("SQLITE_FULL")).toMatchObject({ code: 14031, codeName: "OutOfDiskSpace" });
  });

  it.each(["WRITE", "FSYNC", "TRUNCATE", "SHMSIZE", "SHMMAP", "SHMOPEN", "READ", "SHORT_READ", "DIR_FSYNC"])(
    "is a failing disk, not a full one, where the file could grow (%s)",
    (operation) => {
      expect(told(`SQLITE_IOERR_${operation}`)).toMatchObject({ code: 39, codeName: "FileStreamFailed" });
    },
  );

  it("leaves nothing of the attempt behind", () => {
    told("SQLITE_IOERR_WRITE");
    expect(() => rmSync(`${file}.probe`)).toThrow("ENOENT");
  });

  it("is what it is where a disk is gone altogether", () => {
    rmSync(folder, { recursive: true });
    expect(told("SQLITE_IOERR_WRITE")).toMatchObject({ code: 39 });
  });
});
