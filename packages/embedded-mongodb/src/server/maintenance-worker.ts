import { parentPort, workerData } from "node:worker_threads";
import { backup, checkIntegrity } from "../storage/maintenance.js";

/** Work of the maintenance worker, which only reads the files. */
export type MaintenanceOrder = {
  database: string;
  /** Target of a backup; if undefined, the files are checked. */
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
