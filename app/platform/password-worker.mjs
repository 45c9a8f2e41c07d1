// Runs in a worker thread: bcrypt in JavaScript holds its thread for a quarter of a second.
// A plain module, started by path, so that bundling cannot lose it.
import bcrypt from "bcryptjs";

/** @param {{ task: "hash", text: string, cost: number } | { task: "compare", text: string, hash: string }} job */
export default function run(job) {
  return job.task === "hash" ? bcrypt.hashSync(job.text, job.cost) : bcrypt.compareSync(job.text, job.hash);
}
