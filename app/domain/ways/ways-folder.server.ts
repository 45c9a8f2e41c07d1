import { log } from "~/platform/log.server";
import { checkWay } from "./check-way.server";
import type { Way } from "./way";
import { wayFaultInWords, type WayFault } from "./way-fault";
import { listWayFiles, readWayBytes, type WayEntry } from "./way-files.server";
import { builtInWays, setGivenWays } from "./ways-offered.state";

type Read = { id: string; print: string } & ({ way: Way } | { faults: WayFault[] });

/** The house's own ways: what lies in DATA_DIR/ways. Each file is read once, and again when it changes. */
const state = {
  files: new Map<string, Read>(),
  said: [] as string[],
  working: Promise.resolve(),
};

export type RefusedWay = { name: string; id: string; faults: string[] };

/** The files that are not offered, each with what is wrong with it, by line. */
export function refusedWays(): RefusedWay[] {
  return [...state.files].flatMap(([name, file]) => {
    const faults = faultsOf(name, file);
    return faults.length > 0 ? [{ name, id: file.id, faults: faults.map(wayFaultInWords) }] : [];
  });
}

/** The same for System health, a line for each. */
export const wayFaults = () =>
  refusedWays().map(({ name, faults }) => ({ name: `ways/${name}`, words: faults.join(" ") }));

/** Looks for new, changed and removed files, at intervals: a copied file needs no restart. Two looks never work at one time. */
export function lookThroughWays(): Promise<void> {
  state.working = state.working.then(lookOnce);
  return state.working;
}

async function lookOnce(): Promise<void> {
  const found = listWayFiles();
  const names = new Set(found.map(({ name }) => name));
  for (const name of [...state.files.keys()]) if (!names.has(name)) state.files.delete(name);
  for (const file of found) {
    if (state.files.get(file.name)?.print !== file.print) state.files.set(file.name, await read(file));
  }
  offer();
}

async function read(file: WayEntry): Promise<Read> {
  const { print } = file;
  if ("fault" in file) return { id: "", print, faults: [file.fault] };
  const { id } = file;
  try {
    const bytes = readWayBytes(id);
    const checked = bytes ? await checkWay(bytes) : { faults: [{ code: "unreadable" as const }] };
    return { id, print, ...("faults" in checked ? checked : { way: checked }) };
  } catch (error) {
    log.error("way.not_read", error);
    return { id, print, faults: [{ code: "unreadable" }] };
  }
}

/** Two ways of one name cannot be told apart where one chooses: the first keeps it. */
function faultsOf(name: string, file: Read): WayFault[] {
  if ("faults" in file) return file.faults;
  const called = ({ name: title }: Way) => title.toLowerCase();
  const earlier = [...state.files].flatMap(([other, read]) =>
    other < name && "way" in read ? [read.way] : [],
  );
  const isSame = [...builtInWays(), ...earlier].some((way) => called(way) === called(file.way));
  return isSame ? [{ code: "same_name", detail: file.way.name }] : [];
}

function offer(): void {
  const ways = [...state.files].flatMap(([name, file]) =>
    "way" in file && faultsOf(name, file).length === 0 ? [[file.id, file.way] as const] : [],
  );
  setGivenWays(new Map(ways.sort(([, a], [, b]) => a.name.localeCompare(b.name, "en"))));
  say();
}

/** A fault is one line of the log when it is met. */
function say(): void {
  const faults = refusedWays().map(({ name, faults: words }) => ({ name, reason: words.join(" ") }));
  const lines = faults.map((fault) => JSON.stringify(fault));
  for (const [at, fault] of faults.entries())
    if (!state.said.includes(lines[at] ?? "")) log.warn("way.refused", fault);
  state.said = lines;
}
