import { describe, expect, it } from "vitest";
import { readZip } from "./read-zip.server";
import { centralDirectoryEntry, endOfCentralDirectory, writeZip, type ZippedFile } from "./write-zip.server";

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

  it("holds more files than a 16-bit count allows", { tags: ["release"], timeout: 30_000 }, async () => {
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

  it("throws the error of a file, also in its middle", async () => {
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
