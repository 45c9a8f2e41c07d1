import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import autocannon from "autocannon";
import { Bench } from "tinybench";

/** @typedef {{ median: number, least: number, most: number }} Spread */

/** @param {readonly number[]} values @returns {Spread} */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [least = NaN] = sorted;
  return { median: sorted[sorted.length >> 1] ?? NaN, least, most: sorted.at(-1) ?? NaN };
}

/** "12.3 (11.9–14.0)" @param {Spread} spread */
export function show({ median, least, most }, digits = 1) {
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/** @param {string} what @param {string} value */
export const told = (what, value) => `${what.padEnd(56)} ${value}`;

/** What every figure has to be read beside. */
export const load = () => `load average ${loadavg()[0]?.toFixed(1)}`;

/**
 * How long each of some works takes, in milliseconds. They take turns, round by round, so that what else the machine does
 * meets all of them alike.
 * @param {Record<string, (() => unknown)>} works
 * @returns {Promise<Record<string, Spread>>}
 */
export async function inTurn(works, { rounds = 5, iterations = 3 } = {}) {
  const samples = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const options = { iterations, time: 0, warmup: round === 0, warmupTime: 0, warmupIterations: 3 };
    const bench = new Bench({ ...options, retainSamples: true, throws: true });
    for (const [name, work] of Object.entries(works))
      bench.add(name, async () => void (await work()), { async: true });
    for (const { name, result } of await bench.run()) samples[name].push(...(result.latency.samples ?? []));
  }
  return Object.fromEntries(Object.entries(samples).map(([name, times]) => [name, spreadOf(times)]));
}

/**
 * Asks a server as fast as it answers. An answer that nobody expects would be measured as a fast one, so it ends the run.
 * @param {import("autocannon").Options} options
 */
export async function fire(options) {
  const result = await autocannon({ connections: 10, ...options });
  const failed = result.errors + result["4xx"] + result["5xx"];
  if (failed > 0) throw new Error(`${failed} requests to ${options.url} failed.`);
  return result;
}

/** Milliseconds of processor time that a process has spent in all its threads (Linux). */
export function processorMs(pid) {
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/, "0 0").split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Megabytes of memory that are a process's own, with its part of what it shares (Linux). */
export const megabytes = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;

/** Runs a work, and tells for how long, with how much processor time, and how much memory above what was held before. */
export async function watched(work) {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const [begun, processor] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(processor);
  clearInterval(watch);
  return { result, seconds, busy: (user + system) / 1e6, megabytes: (peak - before) / 2 ** 20 };
}
