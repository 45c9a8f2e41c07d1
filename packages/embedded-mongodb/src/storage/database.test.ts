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

/** The error that a client gets when SQLite fails with this code. */
const errorOf = (code: string) => translate(Object.assign(new Error(code), { code }), file);

describe("a failed write", () => {
  it("reports a full disk when SQLite does", () => {
    expect(errorOf("SQLITE_FULL")).toMatchObject({ code: 14031, codeName: "OutOfDiskSpace" });
  });

  it.each(["WRITE", "FSYNC", "TRUNCATE", "SHMSIZE", "SHMMAP", "SHMOPEN", "READ", "SHORT_READ", "DIR_FSYNC"])(
    "reports a failing disk when %s fails although the file can grow",
    (operation) => {
      expect(errorOf(`SQLITE_IOERR_${operation}`)).toMatchObject({ code: 39, codeName: "FileStreamFailed" });
    },
  );

  it("removes the file that probed for free space", () => {
    errorOf("SQLITE_IOERR_WRITE");
    expect(() => rmSync(`${file}.probe`)).toThrow("ENOENT");
  });

  it("reports a failing disk when the folder is missing", () => {
    rmSync(folder, { recursive: true });
    expect(errorOf("SQLITE_IOERR_WRITE")).toMatchObject({ code: 39 });
  });
});
