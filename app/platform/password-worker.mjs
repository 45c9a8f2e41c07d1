// Runs in a worker thread: bcrypt in JavaScript, and scrypt, hold their thread for a quarter of a second.
import { scryptSync } from "node:crypto";
import { setPriority } from "node:os";
import bcrypt from "bcryptjs";

// On Linux a thread has a priority of its own: people who read or write go before those who sign in. Elsewhere it would
// be the whole program's. A machine that forbids it hashes as fast as it answers.
try {
  if (process.platform === "linux") setPriority(0, 5);
} catch {
  // Nothing depends on it.
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
