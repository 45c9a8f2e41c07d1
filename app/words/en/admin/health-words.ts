export const healthWords = {
  printedToTheLog: "Printed to the log",
  sentBySmtp: "Sent over SMTP",
  theOldestFor: ({ oldest }: { oldest: string }) => `, the oldest for ${oldest}`,
  version: "Version",
  stillAndKnowNode: ({ version, node }: { version: string; node: string }) =>
    `Still and Know ${version}, Node ${node}`,
  process: "Process",
  processUp: ({ host, pid, uptimeMs }: { host: string; pid: number; uptimeMs: string }) =>
    `${host}, process ${pid}, up ${uptimeMs}`,
  memory: "Memory",
  ofItUsedByScript: ({ rss, heapUsed }: { rss: string; heapUsed: string }) =>
    `${rss}, of which JavaScript uses ${heapUsed}`,
  eventLoop: "Event loop",
  msInTheMiddle: ({ median, p99 }: { median: number; p99: number }) => `median ${median} ms, p99 ${p99} ms`,
  database: "Database",
  answersInMs: ({ engine, pingMs }: { engine: string; pingMs: number }) =>
    `${engine}; answers in ${pingMs} ms`,
  clocks: "Clocks",
  theDatabaseDoesNotTell: "The database does not report its time.",
  diskOfDataDir: "Disk of DATA_DIR",
  freeOf: ({ free, total }: { free: string; total: string }) => `${free} free of ${total}`,
  itCannotBeAskedHere: "Not available here.",
  mail: "Email",
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
  }) => `${way}; ${waiting} waiting${oldest}, ${dead} undeliverable in the last 24 hours`,
  languageModel: "Language model",
  at: ({ model, host }: { model: string; host: string }) => `${model} at ${host}`,
  noneTheRulesDoTheWork: "None; the built-in rules are used.",
  clockIsBehind: ({ ms }: { ms: number }) => `The database’s clock is ${ms} ms behind.`,
  clockIsAhead: ({ ms }: { ms: number }) => `The database’s clock is ${ms} ms ahead.`,
};
