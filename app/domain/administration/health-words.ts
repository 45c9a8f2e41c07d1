import { bytes, duration } from "./moments";

type Health = {
  process: {
    version: string;
    node: string;
    host: string;
    pid: number;
    uptimeMs: number;
    memory: { rss: number; heapUsed: number };
    eventLoopMs: { median: number; p99: number };
  };
  database: { engine: string; pingMs: number; skewMs: number | null };
  disk: { free: number; total: number } | null;
  mail: { isPrinted: boolean; waiting: number; dead: number; oldest: string | null };
  ai: { host: string; model: string } | null;
};

/** The facts of System health in words (product 2.12). */
export function healthFacts({
  process,
  database,
  disk,
  mail,
  ai,
}: Health): { label: string; value: string }[] {
  const { engine, pingMs, skewMs } = database;
  const way = mail.isPrinted ? "Printed to the log" : "Sent by SMTP";
  const oldest = mail.oldest ? `, the oldest for ${mail.oldest}` : "";
  return [
    { label: "Version", value: `Still and Know ${process.version}, Node ${process.node}` },
    { label: "Process", value: `${process.host}, process ${process.pid}, up ${duration(process.uptimeMs)}` },
    {
      label: "Memory",
      value: `${bytes(process.memory.rss)}, ${bytes(process.memory.heapUsed)} of it used by script`,
    },
    {
      label: "Event loop",
      value: `${process.eventLoopMs.median} ms in the middle, ${process.eventLoopMs.p99} ms at the 99th percentile`,
    },
    { label: "Database", value: `${engine}; answers in ${pingMs} ms` },
    {
      label: "Clocks",
      value:
        skewMs === null
          ? "The database does not tell its time."
          : `The database's clock is ${Math.abs(skewMs)} ms ${skewMs < 0 ? "behind" : "ahead"}.`,
    },
    {
      label: "Disk of DATA_DIR",
      value: disk ? `${bytes(disk.free)} free of ${bytes(disk.total)}` : "It cannot be asked here.",
    },
    {
      label: "Mail",
      value: `${way}; ${mail.waiting} waiting${oldest}, ${mail.dead} given up in the last 24 hours`,
    },
    { label: "Language model", value: ai ? `${ai.model} at ${ai.host}` : "None; the rules do the work." },
  ];
}
