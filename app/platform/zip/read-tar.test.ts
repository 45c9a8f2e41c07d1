import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import type { ByteSource } from "./byte-source";
import { isTar, openTar } from "./read-tar.server";
import { ZipError } from "./read-zip.server";

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
});

const LONG = `${"long-folder-name/".repeat(12)}note ü.md`;
function makeTar(format: string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "tar-"));
  mkdirSync(path.join(folder, path.dirname(LONG)), { recursive: true });
  writeFileSync(path.join(folder, "a.md"), "first");
  writeFileSync(path.join(folder, LONG), "x".repeat(1_300));
  return execFileSync("tar", ["cf", "-", `--format=${format}`, "a.md", LONG.split("/")[0] ?? ""], {
    cwd: folder,
  });
}

describe("openTar", () => {
  it.each(["ustar", "pax", "gnu"])("reads the files of an archive of the format %s", async (format) => {
    const tar = makeTar(format);
    expect(isTar(tar)).toBe(true);
    const { files } = await openTar(sourceOf(tar), 100);
    expect(files.map(({ name }) => name)).toEqual(["a.md", LONG]);
    expect(String(await files[0]?.read(100))).toBe("first");
    expect((await files[1]?.read(5_000))?.length).toBe(1_300);
  });

  it("rejects a file that is larger than the reader allows, before it is read", async () => {
    const { files } = await openTar(sourceOf(makeTar("pax")), 100);
    await expect(files[1]?.read(1_299)).rejects.toThrow("too_large");
  });

  it("rejects more files than allowed", async () => {
    await expect(openTar(sourceOf(makeTar("pax")), 1)).rejects.toThrow("too_many_files");
  });

  it("throws nothing but ZipError when the archive is damaged", async () => {
    const tar = makeTar("pax");
    await fc.assert(
      fc.asyncProperty(fc.nat(tar.length - 1), fc.nat(255), fc.nat(tar.length), async (at, byte, length) => {
        const broken = Buffer.from(tar.subarray(0, length));
        if (at < length) broken[at] = byte;
        try {
          const { files } = await openTar(sourceOf(broken), 10);
          for (const file of files) await file.read(10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(ZipError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
