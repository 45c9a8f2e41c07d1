import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { isTar, openTar } from "./read-tar.server";
import { chunkedSource, FILE_CHUNK_BYTES, readZip, ZipError, type ByteSource } from "./read-zip.server";
import { centralDirectoryEntry, endOfCentralDirectory, writeZip, type ZippedFile } from "./write-zip.server";

it("reads any range across chunk boundaries, and nothing beyond the end", async () => {
  const file = Buffer.alloc(2.5 * FILE_CHUNK_BYTES, "0123456789");
  const chunk = (at: number) => file.subarray(at * FILE_CHUNK_BYTES, (at + 1) * FILE_CHUNK_BYTES);
  const source = chunkedSource(file.length, async (at) => chunk(at));
  const near = fc.constantFrom(0, FILE_CHUNK_BYTES, 2 * FILE_CHUNK_BYTES, file.length);
  await fc.assert(
    fc.asyncProperty(
      near,
      fc.integer({ min: -50, max: 50 }),
      fc.nat(FILE_CHUNK_BYTES + 100),
      async (edge, by, length) => {
        const at = Math.max(0, edge + by);
        expect((await source.read(at, length)).equals(file.subarray(at, at + length))).toBe(true);
      },
    ),
  );
});

it("fetches a chunk once for many small reads", async () => {
  const fetched: number[] = [];
  const source = chunkedSource(3 * FILE_CHUNK_BYTES, async (at) => {
    fetched.push(at);
    return Buffer.alloc(FILE_CHUNK_BYTES);
  });
  for (let at = FILE_CHUNK_BYTES - 400; at < FILE_CHUNK_BYTES + 400; at += 40) await source.read(at, 40);
  expect(fetched).toEqual([0, 1]);
});

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

const at = new Date("2026-11-21T10:00:02.000Z");
const LIMITS = { files: 200_000, fileBytes: 64 * 1024 * 1024, totalBytes: 256 * 1024 * 1024 };

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function bytesOf(files: AsyncIterable<ZippedFile>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeZip(files)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function namesAndTexts(archive: Buffer): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for await (const { name, bytes } of readZip(archive, LIMITS, () => true))
    found.push([name, bytes.toString("utf8")]);
  return found;
}

describe("archive", () => {
  it("returns every file, whole or streamed, of any name and length", async () => {
    const long = Array.from({ length: 5_000 }, (_, n) => `Line ${n}, «ſtill» 🕊\n`);
    const archive = await bytesOf(
      each([
        { name: "2026/one.md", at, text: "Be still" },
        { name: "2026/ünï.md", at, text: "" },
        { name: "Journal.json", at, text: each(long) },
        { name: "empty.json", at, text: each([]) },
      ]),
    );
    expect(await namesAndTexts(archive)).toEqual([
      ["2026/one.md", "Be still"],
      ["2026/ünï.md", ""],
      ["Journal.json", long.join("")],
      ["empty.json", ""],
    ]);
  });

  it("is valid without files", async () => {
    expect(await namesAndTexts(await bytesOf(each([])))).toEqual([]);
  });

  it("holds more files than a 16-bit count allows", { tags: ["release"] }, async () => {
    const count = 65_600;
    const files = Array.from({ length: count }, (_, n) => ({ name: `${n}.md`, at, text: `${n}` }));
    const archive = await bytesOf(each(files));
    const wanted = (name: string) => name === "0.md" || name === `${count - 1}.md`;
    const found = [];
    for await (const { name, bytes } of readZip(archive, LIMITS, wanted)) found.push(name, bytes.toString());
    expect(found).toEqual(["0.md", "0", `${count - 1}.md`, `${count - 1}`]);
    const limited = readZip(archive, { ...LIMITS, files: count - 1 }, () => false);
    await expect(limited.next()).rejects.toMatchObject({ code: "too_many_files" });
  });

  it("requests a file only after the previous ones are read", async () => {
    let requested = 0;
    const noise = "x".repeat(50);
    const files = (async function* () {
      for (let n = 0; n < 100_000; n++) {
        requested = await Promise.resolve(n + 1);
        yield { name: `${n}.md`, at, text: noise + n };
      }
    })();
    const reading = writeZip(files);
    await reading.next();
    expect(requested).toBeLessThan(2_000);
    await reading.return(undefined);
    await expect(reading.next()).resolves.toMatchObject({ done: true });
  });

  it("throws the error when the text of a file or the list of files fails", async () => {
    const broken = async function* () {
      yield await Promise.resolve("half ");
      throw new Error("the database went away");
    };
    await expect(bytesOf(each([{ name: "a", at, text: broken() }]))).rejects.toThrow(
      "the database went away",
    );
    const failing = async function* (): AsyncGenerator<ZippedFile> {
      yield await Promise.resolve({ name: "a", at, text: "whole" });
      throw new Error("nothing more");
    };
    await expect(bytesOf(failing())).rejects.toThrow("nothing more");
  });

  it("stops a streamed file when the reader stops", { tags: ["release"] }, async () => {
    let stopped = false;
    const endless = async function* () {
      try {
        for (let n = 0; ; n++) yield await Promise.resolve(`${n * 7_919} `.repeat(500));
      } finally {
        stopped = true;
      }
    };
    const reading = writeZip(each([{ name: "a", at, text: endless() }]));
    await reading.next();
    await reading.return(undefined);
    await expect.poll(() => stopped).toBe(true);
  });

  it("stores an offset beyond four gigabytes in Zip64 fields", () => {
    const far = 5 * 1024 ** 3;
    const record = {
      name: Buffer.from("a.md"),
      at,
      crc: 1,
      packed: 2,
      size: 3,
      offset: far,
      isStreamed: false,
    };
    const line = centralDirectoryEntry(record);
    expect(line.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(line.subarray(-8).readBigUInt64LE()).toBe(BigInt(far));
    const end = endOfCentralDirectory(1, { offset: far, length: line.length });
    expect(end.readBigUInt64LE(48)).toBe(BigInt(far));
    expect(end.subarray(-22).readUInt32LE(16)).toBe(0xffff_ffff);
  });
});
