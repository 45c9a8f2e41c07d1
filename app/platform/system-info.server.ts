import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { env } from "./env.server";

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

function readVersion(): string {
  // A release contains its commit in build-info.json (scripts/package.mjs).
  const file = ["build-info.json", "package.json"].map((name) => path.resolve(name)).find(existsSync);
  if (!file) return "unknown";
  const info = JSON.parse(readFileSync(file, "utf8")) as { version?: string; commit?: string };
  return [info.version ?? "unknown", ...(info.commit ? [`(${info.commit})`] : [])].join(" ");
}

export const appVersion = readVersion();
export const appHost = hostname();

/** The time zone of this machine (TZ), for times set by its operator. */
export const serverZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export function processInfo() {
  const { rss, heapUsed } = process.memoryUsage();
  const milliseconds = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10;
  return {
    version: appVersion,
    node: process.version,
    host: appHost,
    pid: process.pid,
    uptimeMs: Math.round(process.uptime() * 1000),
    memory: { rss, heapUsed },
    /** On an idle process the median is the timer's resolution. */
    eventLoopMs: { median: milliseconds(delay.percentile(50)), p99: milliseconds(delay.percentile(99)) },
  };
}

/** Bytes free and in total on the disk of DATA_DIR or another folder; null if unknown. */
export async function diskInfo(folder = env.DATA_DIR): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(existsSync(folder) ? folder : ".");
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
