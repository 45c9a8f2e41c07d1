import { formatTimeSpan, MINUTE } from "~/domain/calendar/durations";
import { utcMinute } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { formatSize } from "~/domain/limits/journal-quota";
import { t } from "~/i18n/t";

/** "1.4 MB" */
export function formatBytes(count: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** "1,250 ms"; in seconds from ten seconds on: "12 s" */
export const formatDuration = (ms: number) => (ms < 10_000 ? `${formatNumber(ms)} ms` : formatTimeSpan(ms));

type JobRun = { record: { nextAt: Date; leaseUntil: Date; failures: number } | null };

/** How long a job may be overdue before it is late. */
const GRACE_MS = 5 * MINUTE;

/**
 * A job is late when it is overdue without running, or has failed three times. A job that has never run is
 * not late.
 */
export function isJobLate({ record }: JobRun, now: Date): boolean {
  if (!record) return false;
  const isWaiting = record.leaseUntil.getTime() <= now.getTime();
  return record.failures >= 3 || (isWaiting && now.getTime() - record.nextAt.getTime() > GRACE_MS);
}

type Fact = { label: string; value: string };

type Nightly = {
  dueAt: string | null;
  last: { at: Date; bytes: number; name: string; tookMs: number; copiedTo: string } | null;
};

/** The nightly backups: the last one with its file and duration, and a reminder that its keys are not in it. */
export function describeBackups({ dueAt, last }: Nightly, folder: string): Fact[] {
  const label = t("Nightly backup");
  if (!last)
    return [{ label, value: dueAt ? t("None yet. The first is made at {dueAt}.", { dueAt }) : t("Off.") }];
  const values = {
    at: utcMinute(last.at),
    size: formatBytes(last.bytes),
    took: formatDuration(last.tookMs),
    file: `${folder}/${last.name}`,
    copy: last.copiedTo,
  };
  return [
    {
      label,
      value: last.copiedTo
        ? t("{at} UTC, {size}, took {took}: {file}, and a copy in {copy}", values)
        : t("{at} UTC, {size}, took {took}: {file}", values),
    },
    {
      label: t("Keys of the backups"),
      value: t("Not in them, and nothing opens without them. npm run keys:show -- --for-paper prints them."),
    },
  ];
}

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
  room: { journals: number; quota: number };
  mail: {
    isPrinted: boolean;
    waiting: number;
    dead: number;
    oldest: string | null;
    lastError: string | null;
  };
  ai: { host: string; model: string } | null;
  backups: Fact[];
  translations: readonly string[];
  plans: readonly string[];
};

export function healthSummary({
  process,
  database,
  disk,
  room,
  mail,
  ai,
  backups,
  translations,
  plans,
}: Health): Fact[] {
  const { engine, pingMs, skewMs } = database;
  const transport = mail.isPrinted ? t("Printed to the log") : t("Sent over SMTP");
  const { waiting, dead, oldest } = mail;
  return [
    {
      label: t("Version"),
      value: t("Still and Know {version}, Node {node}", { version: process.version, node: process.node }),
    },
    {
      label: t("Process"),
      value: t("{host}, process {pid}, up {uptimeMs}", {
        host: process.host,
        pid: process.pid,
        uptimeMs: formatTimeSpan(process.uptimeMs),
      }),
    },
    {
      label: t("Memory"),
      value: t("{rss}, of which JavaScript uses {heapUsed}", {
        rss: formatBytes(process.memory.rss),
        heapUsed: formatBytes(process.memory.heapUsed),
      }),
    },
    {
      label: t("Event loop"),
      value: t("median {median} ms, p99 {p99} ms", {
        median: process.eventLoopMs.median,
        p99: process.eventLoopMs.p99,
      }),
    },
    { label: t("Database"), value: t("{engine}; answers in {pingMs} ms", { engine, pingMs }) },
    {
      label: t("Clocks"),
      value:
        skewMs === null
          ? t("The database does not report its time.")
          : skewMs < 0
            ? t("The database’s clock is {ms} ms behind.", { ms: -skewMs })
            : t("The database’s clock is {ms} ms ahead.", { ms: skewMs }),
    },
    {
      label: t("Disk of DATA_DIR"),
      value: disk
        ? t("{free} free of {total}", { free: formatBytes(disk.free), total: formatBytes(disk.total) })
        : t("Not available here."),
    },
    ...backups,
    {
      label: t("Journals"),
      value: t("{quota} each at most (JOURNAL_QUOTA_MB); nearly full: {journals}", {
        quota: formatSize(room.quota),
        journals: room.journals,
      }),
    },
    {
      label: t("Email"),
      value: oldest
        ? t("{way}; {waiting} waiting, the oldest for {oldest}, {dead} undeliverable in the last 24 hours", {
            way: transport,
            waiting,
            oldest,
            dead,
          })
        : t("{way}; {waiting} waiting, {dead} undeliverable in the last 24 hours", {
            way: transport,
            waiting,
            dead,
          }),
    },
    ...(mail.lastError ? [{ label: t("The mail server said"), value: mail.lastError }] : []),
    ...(ai
      ? [{ label: t("Language model"), value: t("{model} at {host}", { model: ai.model, host: ai.host }) }]
      : []),
    { label: t("Translations of the Bible"), value: translations.join(", ") },
    ...(plans.length > 0 ? [{ label: t("Reading plans of your own"), value: plans.join(", ") }] : []),
  ];
}
