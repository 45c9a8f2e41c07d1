import { linedYaml } from "~/platform/lined-yaml.server";
import type { WayFault } from "./way-fault";
import { readWayFile, type WayFile } from "./way-file";

/** What stands in a file, before its passages are looked up. A hostile one takes half a second. */
export function readWayText(text: string): WayFile | { faults: WayFault[] } {
  const lined = linedYaml(text);
  return "code" in lined ? { faults: [lined] } : readWayFile(lined);
}
