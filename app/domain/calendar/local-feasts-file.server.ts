import { lstatSync, readFileSync, type Stats } from "node:fs";
import path from "node:path";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import {
  MAX_FEASTS_FILE_BYTES,
  parseLocalFeasts,
  setLocalFeasts,
  type LocalFeast,
} from "./local-feasts.state";

const FILE_NAME = "days.txt";

type FeastsFile = { print: string; feasts: LocalFeast[]; problems: string[] };

let current: FeastsFile = { print: "", feasts: [], problems: [] };

/** The lines of days.txt that cannot be read, each with its number. */
export const localFeastProblems = (): { name: string; words: string }[] =>
  current.problems.map((words) => ({ name: FILE_NAME, words }));

/** Reads DATA_DIR/days.txt if it has changed. Called at the start and every minute. */
export function scanLocalFeasts(): void {
  const file = readFeastsFile(current);
  if (file === current) return;
  current = file;
  setLocalFeasts(file.feasts);
  if (file.feasts.length > 0) log.info("days.read", { days: file.feasts.length });
  for (const reason of file.problems) log.warn("days.refused", { reason });
}

/** Undefined if the file does not exist or cannot be examined, for example because its parent is not a folder. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Reads the file, or returns `known` if the file has not changed since. */
export function readFeastsFile(known?: FeastsFile): FeastsFile {
  const file = path.join(env.DATA_DIR, FILE_NAME);
  const stat = statOf(file);
  const print = stat ? JSON.stringify([stat.size, stat.mtimeMs, stat.ino]) : "";
  if (known?.print === print) return known;
  const refuse = (reason: string): FeastsFile => ({ print, feasts: [], problems: [reason] });
  if (!stat) return { print, feasts: [], problems: [] };
  if (!stat.isFile()) return refuse(t("It is not a file."));
  if (stat.size > MAX_FEASTS_FILE_BYTES) return refuse(t("It is too large."));
  try {
    const { feasts, errors } = parseLocalFeasts(readFileSync(file, "utf8"));
    const problems = errors.map(({ line, reason }) => t("Line {line}: {reason}", { line, reason }));
    return { print, feasts, problems };
  } catch {
    return refuse(t("It cannot be read."));
  }
}
