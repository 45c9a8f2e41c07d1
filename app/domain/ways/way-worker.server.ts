import { parentPort, workerData } from "node:worker_threads";
import { readWayText } from "./read-way-text.server";

parentPort?.postMessage(readWayText(workerData as string));
