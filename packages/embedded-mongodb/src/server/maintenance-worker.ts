import { parentPort, workerData } from "node:worker_threads";
import { backup, checkIntegrity } from "../storage/maintenance.js";

/** What is done on the files beside the server, by a thread that only reads them. */
export type MaintenanceOrder = {
  database: string;
  /** Where a backup goes; without it the files are checked. */
  backupTo: string | undefined;
};

export type MaintenanceReport = { problems: string[] } | { error: string };

const { database, backupTo } = workerData as MaintenanceOrder;
let report: MaintenanceReport;
try {
  if (backupTo !== undefined) backup(database, backupTo);
  report = { problems: backupTo === undefined ? checkIntegrity(database) : [] };
} catch (error) {
  report = { error: error instanceof Error ? error.message : String(error) };
}
parentPort?.postMessage(report);
