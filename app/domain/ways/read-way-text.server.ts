import { parseLocatedYaml } from "~/platform/yaml.server";
import { readWayFile, type WayError, type WayFile } from "./way-file";

/** What stands in a file, before its passages are looked up. A hostile one takes half a second. */
export function readWayText(text: string): WayFile | { faults: WayError[] } {
  const lined = parseLocatedYaml(text);
  return "code" in lined ? { faults: [lined] } : readWayFile(lined);
}
