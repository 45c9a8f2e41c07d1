// Password hashing runs in a worker: bcrypt and scrypt would block the event loop for a quarter of a second.
import { scryptSync } from "node:crypto";
import { setPriority } from "node:os";
import bcrypt from "bcryptjs";

// Hashing yields to requests. Only Linux has a priority for each thread; elsewhere it would apply to the whole process.
try {
  if (process.platform === "linux") setPriority(0, 5);
} catch {
  // The system may forbid a change of priority. Hashing does not depend on it.
}

/**
 * @param {{ task: "hash", text: string, cost: number } | { task: "compare", text: string, hash: string }
 *   | { task: "stretch", text: string, salt: Uint8Array, N: number, r: number, p: number }} job
 */
export default function run(job) {
  if (job.task === "stretch") {
    const { text, salt, N, r, p } = job;
    return scryptSync(text, salt, 32, { N, r, p, maxmem: 129 * N * r + 256 * r * p });
  }
  return job.task === "hash" ? bcrypt.hashSync(job.text, job.cost) : bcrypt.compareSync(job.text, job.hash);
}
