import path from "node:path";
import { Piscina } from "piscina";

/** A decoded picture in two sizes, both JPEG; width and height are those of `large`. */
export type DecodedPicture = { large: Uint8Array; small: Uint8Array; width: number; height: number };

/** Kills a worker that exceeds sharp's own timeout of ten seconds. */
const JOB_TIMEOUT_MS = 12_000;

const shared = globalThis as typeof globalThis & { picturePool?: Promise<Piscina> };

async function createPool(): Promise<Piscina> {
  // The main thread loads sharp first: its native part must stay in memory when a worker ends.
  await import("sharp");
  return new Piscina({
    filename: path.resolve(".prepare/workers/picture-worker.js"),
    minThreads: 0,
    // One picture at a time in the process limits the memory for decoding.
    maxThreads: 1,
    idleTimeout: 15_000,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
}

/**
 * Decodes and scales a picture in a worker. Bytes that fill their ArrayBuffer are transferred, not copied: they are empty
 * afterwards. @returns null if the picture cannot be decoded within the limits
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const transferList = bytes.buffer.byteLength === bytes.byteLength ? [bytes.buffer as ArrayBuffer] : [];
  return (await runInWorker({ bytes }, transferList)) as DecodedPicture | null;
}

/** Scales a picture to sides of at most `side` pixels, as JPEG. @returns null if it cannot be decoded within the limits */
export async function shrinkPicture(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  return (await runInWorker({ bytes, side })) as Uint8Array | null;
}

async function runInWorker(
  job: { bytes: Uint8Array; side?: number },
  transferList: ArrayBuffer[] = [],
): Promise<unknown> {
  const pool = await (shared.picturePool ??= createPool());
  const signal = AbortSignal.timeout(JOB_TIMEOUT_MS);
  try {
    return (await pool.run(job, { signal, transferList })) as unknown;
  } catch (error) {
    const isStopped = signal.aborted || (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY";
    if (isStopped) return null;
    throw error;
  }
}

/** Ends the worker: after the last request, in commands and in tests. The next job starts a new one. */
export async function closePicturePool(): Promise<void> {
  const pool = await shared.picturePool;
  delete shared.picturePool;
  // The result of a job that the closing pool has dropped causes an error event, which would end the process.
  pool?.on("error", () => undefined);
  await pool?.destroy();
}
