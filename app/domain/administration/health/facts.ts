import { durationInWords } from "~/domain/calendar/durations";
import { roomInWords } from "~/domain/operations/journal-quota";
import { t } from "~/i18n/t";
import { bytes } from "./bytes";

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
  backups: { label: string; value: string }[];
  translations: readonly string[];
  plans: readonly string[];
};

/** The facts of System health in words. */
export function healthFacts({
  process,
  database,
  disk,
  room,
  mail,
  ai,
  backups,
  translations,
  plans,
}: Health): { label: string; value: string }[] {
  const { engine, pingMs, skewMs } = database;
  const way = mail.isPrinted ? t("Printed to the log") : t("Sent over SMTP");
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
        uptimeMs: durationInWords(process.uptimeMs),
      }),
    },
    {
      label: t("Memory"),
      value: t("{rss}, of which JavaScript uses {heapUsed}", {
        rss: bytes(process.memory.rss),
        heapUsed: bytes(process.memory.heapUsed),
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
        ? t("{free} free of {total}", { free: bytes(disk.free), total: bytes(disk.total) })
        : t("Not available here."),
    },
    ...backups,
    {
      label: t("Journals"),
      value: t("{quota} each at most (JOURNAL_QUOTA_MB); nearly full: {journals}", {
        quota: roomInWords(room.quota),
        journals: room.journals,
      }),
    },
    {
      label: t("Email"),
      value: oldest
        ? t("{way}; {waiting} waiting, the oldest for {oldest}, {dead} undeliverable in the last 24 hours", {
            way,
            waiting,
            oldest,
            dead,
          })
        : t("{way}; {waiting} waiting, {dead} undeliverable in the last 24 hours", { way, waiting, dead }),
    },
    ...(mail.lastError ? [{ label: t("The mail server said"), value: mail.lastError }] : []),
    ...(ai
      ? [{ label: t("Language model"), value: t("{model} at {host}", { model: ai.model, host: ai.host }) }]
      : []),
    { label: t("Translations of the Bible"), value: translations.join(", ") },
    ...(plans.length > 0 ? [{ label: t("Reading plans of your own"), value: plans.join(", ") }] : []),
  ];
}
