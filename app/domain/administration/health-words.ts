import { healthWords } from "~/words/admin/health-words";
import { bytes } from "./moments";
import { durationInWords } from "~/domain/calendar/durations";

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
  const way = mail.isPrinted ? healthWords.printedToTheLog : healthWords.sentBySmtp;
  const oldest = mail.oldest ? healthWords.theOldestFor({ oldest: mail.oldest }) : "";
  return [
    {
      label: healthWords.version,
      value: healthWords.stillAndKnowNode({ version: process.version, node: process.node }),
    },
    {
      label: healthWords.process,
      value: healthWords.processUp({
        host: process.host,
        pid: process.pid,
        uptimeMs: durationInWords(process.uptimeMs),
      }),
    },
    {
      label: healthWords.memory,
      value: healthWords.ofItUsedByScript({
        rss: bytes(process.memory.rss),
        heapUsed: bytes(process.memory.heapUsed),
      }),
    },
    {
      label: healthWords.eventLoop,
      value: healthWords.msInTheMiddle({
        median: process.eventLoopMs.median,
        p99: process.eventLoopMs.p99,
      }),
    },
    { label: healthWords.database, value: healthWords.answersInMs({ engine, pingMs }) },
    {
      label: healthWords.clocks,
      value:
        skewMs === null
          ? healthWords.theDatabaseDoesNotTell
          : skewMs < 0
            ? healthWords.clockIsBehind({ ms: -skewMs })
            : healthWords.clockIsAhead({ ms: skewMs }),
    },
    {
      label: healthWords.diskOfDataDir,
      value: disk
        ? healthWords.freeOf({ free: bytes(disk.free), total: bytes(disk.total) })
        : healthWords.itCannotBeAskedHere,
    },
    {
      label: healthWords.mail,
      value: healthWords.waitingGivenUpInTheLast({
        way,
        waiting: mail.waiting,
        oldest,
        dead: mail.dead,
      }),
    },
    {
      label: healthWords.languageModel,
      value: ai ? healthWords.at({ model: ai.model, host: ai.host }) : healthWords.noneTheRulesDoTheWork,
    },
  ];
}
