import { expect, it } from "vitest";
import fc from "#tests/support/properties";
import { chunkedSource, FILE_CHUNK_BYTES } from "./byte-source";

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
