import path from "node:path";
import { Piscina } from "piscina";

/** A picture made fit to be kept: both are JPEG. */
export type DecodedPicture = { large: Uint8Array; small: Uint8Array; width: number; height: number };

/** Pixels and seconds are bounded by the library itself; this ends a thread that does not keep to it. */
const MOST_MS = 12_000;

const shared = globalThis as typeof globalThis & { picturePool?: Promise<Piscina> };

async function makePool(): Promise<Piscina> {
  // The library's native part has to stay in memory when a thread ends, so the main thread knows it first.
  await import("sharp");
  return new Piscina({
    filename: path.resolve(".prepare/workers/picture-worker.js"),
    minThreads: 0,
    // One picture at a time in the whole house: decoding is what takes memory.
    maxThreads: 1,
    idleTimeout: 15_000,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
}

/**
 * Decodes a picture in a thread and makes it small. Bytes that have a buffer of their own are given over to the thread, and
 * not copied: they are empty afterwards. @returns null if it cannot be opened within the limits
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const given = bytes.buffer.byteLength === bytes.byteLength ? [bytes.buffer as ArrayBuffer] : [];
  return (await inThread({ bytes }, given)) as DecodedPicture | null;
}

/** A picture with no side longer than this, as JPEG. @returns null if it cannot be opened within the limits */
export async function shrinkPicture(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  return (await inThread({ bytes, side })) as Uint8Array | null;
}

async function inThread(
  job: { bytes: Uint8Array; side?: number },
  transferList: ArrayBuffer[] = [],
): Promise<unknown> {
  const pool = await (shared.picturePool ??= makePool());
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    return (await pool.run(job, { signal, transferList })) as unknown;
  } catch (error) {
    const isStopped = signal.aborted || (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY";
    if (isStopped) return null;
    throw error;
  }
}

/** Ends the thread (tests, commands). */
export async function closePicturePool(): Promise<void> {
  const pool = await shared.picturePool;
  delete shared.picturePool;
  await pool?.destroy();
}
