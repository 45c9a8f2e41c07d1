import { randomFillSync } from "node:crypto";

/** Asking Node for twelve bytes takes as long as for many, and each page and each sealed value asks for some. */
const POOL = 4_096;
const pool = Buffer.allocUnsafeSlow(POOL);
let given = POOL;

/**
 * Random bytes for nonces and identifiers, drawn from the system some hundreds at once. Each is given out once and wiped here;
 * keys of people are drawn alone. @param count at most 4,096
 */
export function randomNonce(count: number): Buffer {
  if (given + count > POOL) {
    randomFillSync(pool);
    given = 0;
  }
  const bytes = Buffer.from(pool.subarray(given, given + count));
  pool.fill(0, given, given + count);
  given += count;
  return bytes;
}
