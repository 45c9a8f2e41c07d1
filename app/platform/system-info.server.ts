import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { env } from "./env.server";

/** What this process knows about itself and its machine. */
const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

function readVersion(): string {
  // A package names its commit (scripts/package.mjs).
  const file = ["build-info.json", "package.json"].map((name) => path.resolve(name)).find(existsSync);
  if (!file) return "unknown";
  const told = JSON.parse(readFileSync(file, "utf8")) as { version?: string; commit?: string };
  return [told.version ?? "unknown", ...(told.commit ? [`(${told.commit})`] : [])].join(" ");
}

export const appVersion = readVersion();
/** The name of this machine. */
export const appHost = hostname();

/** The zone of this machine (TZ): the one in which its operator says when something is due. */
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
    /** The median is the timer's own resolution on an idle process. */
    eventLoopMs: { median: milliseconds(delay.percentile(50)), p99: milliseconds(delay.percentile(99)) },
  };
}

/** The room on the disk that holds DATA_DIR, or another folder; null where that cannot be asked. */
export async function diskInfo(folder = env.DATA_DIR): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(existsSync(folder) ? folder : ".");
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
