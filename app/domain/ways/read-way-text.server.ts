import { parseLocatedYaml } from "~/platform/yaml.server";
import { readWayFile, type WayError, type WayFile } from "./way-file";

/** Parses a way's file without checking its passages. A malicious file takes half a second. */
export function readWayText(text: string): WayFile | { faults: WayError[] } {
  const parsed = parseLocatedYaml(text);
  return "code" in parsed ? { faults: [parsed] } : readWayFile(parsed);
}
