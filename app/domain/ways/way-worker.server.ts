import { parentPort, workerData } from "node:worker_threads";
import { parseLocatedYaml } from "~/platform/yaml.server";
import { readWayFile } from "./way-file";

parentPort?.postMessage(readWayFile(parseLocatedYaml(workerData as string)));
