export const healthWords = {
  printedToTheLog: "Printed to the log",
  sentBySmtp: "Sent by SMTP",
  theOldestFor: ({ oldest }: { oldest: string }) => `, the oldest for ${oldest}`,
  version: "Version",
  stillAndKnowNode: ({ version, node }: { version: string; node: string }) =>
    `Still and Know ${version}, Node ${node}`,
  process: "Process",
  processUp: ({ host, pid, uptimeMs }: { host: string; pid: number; uptimeMs: string }) =>
    `${host}, process ${pid}, up ${uptimeMs}`,
  memory: "Memory",
  ofItUsedByScript: ({ rss, heapUsed }: { rss: string; heapUsed: string }) =>
    `${rss}, ${heapUsed} of it used by script`,
  eventLoop: "Event loop",
  msInTheMiddle: ({ median, p99 }: { median: number; p99: number }) =>
    `${median} ms in the middle, ${p99} ms at the 99th percentile`,
  database: "Database",
  answersInMs: ({ engine, pingMs }: { engine: string; pingMs: number }) =>
    `${engine}; answers in ${pingMs} ms`,
  clocks: "Clocks",
  theDatabaseDoesNotTell: "The database does not tell its time.",
  diskOfDataDir: "Disk of DATA_DIR",
  freeOf: ({ free, total }: { free: string; total: string }) => `${free} free of ${total}`,
  itCannotBeAskedHere: "It cannot be asked here.",
  mail: "Mail",
  waitingGivenUpInTheLast: ({
    way,
    waiting,
    oldest,
    dead,
  }: {
    way: string;
    waiting: number;
    oldest: string;
    dead: number;
  }) => `${way}; ${waiting} waiting${oldest}, ${dead} given up in the last 24 hours`,
  languageModel: "Language model",
  at: ({ model, host }: { model: string; host: string }) => `${model} at ${host}`,
  noneTheRulesDoTheWork: "None; the rules do the work.",
  clockIsBehind: ({ ms }: { ms: number }) => `The database's clock is ${ms} ms behind.`,
  clockIsAhead: ({ ms }: { ms: number }) => `The database's clock is ${ms} ms ahead.`,
};
