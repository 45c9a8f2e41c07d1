import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { closePicturePool, decodePicture } from "./pictures.server";

afterAll(() => closePicturePool());

const photograph = () =>
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#345" } })
    .jpeg()
    .toBuffer();

/** The niceness of each libvips thread of this process (proc(5), field "nice"). */
function nicenessOfDecoders(): number[] {
  return readdirSync("/proc/self/task").flatMap((thread) => {
    try {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      if (!stat.includes("(libvips")) return [];
      return [Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])];
    } catch {
      // The thread has just ended.
      return [];
    }
  });
}

test.runIf(process.platform === "linux")("decodes pictures at a low priority", async () => {
  const picture = await photograph();
  let highest = 0;
  for (let nth = 0; nth < 3; nth++) {
    const decoding = decodePicture(new Uint8Array(picture));
    const watch = setInterval(() => (highest = Math.max(highest, ...nicenessOfDecoders())), 2);
    expect(await decoding).toMatchObject({ width: 2400, height: 1800 });
    clearInterval(watch);
  }
  expect(highest).toBe(Math.max(10, getPriority()));
});

test("transfers bytes that fill their buffer and copies all others", { tags: ["release"] }, async () => {
  const picture = await photograph();
  const own = new Uint8Array(picture);
  expect(await decodePicture(own)).not.toBeNull();
  expect(own.byteLength).toBe(0);
  const part = new Uint8Array(picture.length + 1).subarray(1);
  part.set(picture);
  expect(await decodePicture(part)).not.toBeNull();
  expect(part.byteLength).toBe(picture.length);
});
