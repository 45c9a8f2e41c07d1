import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import autocannon from "autocannon";

/** @typedef {{ median: number, min: number, max: number }} Spread */

/** @param {readonly number[]} values @returns {Spread} */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? NaN, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
}

/** "12.3 (11.9–14.0)" @param {Spread} spread */
export const formatSpread = ({ median, min, max }, digits = 1) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;

export const formatLoad = () => `load average ${loadavg()[0]?.toFixed(1)}`;

/** Prints rows as a table; the keys of the first row are the heads of its columns. @param {Record<string, string>[]} rows */
export function printTable(rows) {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [heads, heads.map(() => "---"), ...rows.map((row) => heads.map((head) => row[head] ?? ""))];
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  for (const line of lines) console.log(`| ${line.map((cell, at) => cell.padEnd(widths[at])).join(" | ")} |`);
}

/**
 * Sends requests as fast as the server responds to them. Ends the run at an unexpected status: an error page is fast.
 * @param {import("autocannon").Options & { isForm?: boolean }} options `isForm`: a redirect is a success too
 */
export async function sendLoad({ isForm = false, ...options }) {
  const result = await autocannon({ connections: 10, ...options });
  const failed = result.errors + result.non2xx - (isForm ? result["3xx"] : 0);
  if (failed > 0) throw new Error(`${failed} requests to ${options.url} failed.`);
  return result;
}

/** The load of one page. Each request of a member has another URL, which no cache holds; the URL of a public page is always the same. */
export function loadOf({ origin }, { path, isPublic = false }, client) {
  let sent = 0;
  const next = () => (isPublic ? path : `${path}${path.includes("?") ? "&" : "?"}n=${(sent += 1)}`);
  return {
    // An address instead of a name, which would be resolved for each connection, possibly to another address family.
    url: origin.replace("localhost", "127.0.0.1"),
    headers: isPublic ? {} : client.headers,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  };
}

/** Milliseconds of processor time that all threads of a process have spent (Linux). */
export function processorMs(pid) {
  // The name of the process, which may contain spaces, ends with the last parenthesis; user and system time are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Milliseconds of processor time that a server spends on each request of a load. */
export async function measureCost({ pid }, load, amount) {
  const before = processorMs(pid);
  await sendLoad({ ...load, amount });
  return (processorMs(pid) - before) / amount;
}

/** Megabytes of memory of a process (Linux). `pss` divides shared pages among their processes, `rss` counts them fully. */
export function memoryOf(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const megabytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1]) / 1024;
  return { rss: megabytes("Rss"), pss: megabytes("Pss") };
}
