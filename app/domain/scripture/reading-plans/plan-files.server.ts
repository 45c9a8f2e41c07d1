import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isOwnPlan, type OwnPlan } from "~/domain/member/prayer";
import { env } from "~/platform/env.server";
import type { CheckedPlan } from "./check-plan.server";
import type { PlanFault } from "./plan-fault";

export type FoundPlan = { name: string; stem: string; id: OwnPlan; place: string; print: string };
export type RefusedPlan = { name: string; fault: PlanFault };

const folder = () => path.join(env.DATA_DIR, "plans");
/** Where the results of checks are kept; it may be emptied at any time. */
const cacheFolder = () => path.join(env.DATA_DIR, "cache", "plans");
/** More than a parish has. */
const MOST = 40;
const MOST_BYTES = 256_000;
/** Raised whenever plans are read differently, so that all are read again. */
const READER = 1;

const stemOf = (name: string) => name.replace(/\.(?:txt|csv|tsv)$/i, "");

/** What lies in DATA_DIR/plans, by names, sizes and times alone. */
export function listPlans(): (FoundPlan | RefusedPlan)[] {
  if (!existsSync(folder())) return [];
  const names = namesIn(folder()).filter((name) => !name.startsWith("."));
  return names.slice(0, MOST).map((name): FoundPlan | RefusedPlan => {
    const [stem, place] = [stemOf(name), path.join(folder(), name)];
    const id = `own:${stem}` as const;
    const isTaken = names.some((other) => other < name && stemOf(other) === stem);
    if (stem === name || !isOwnPlan(id) || isTaken) return { name, fault: { code: "bad_name" } };
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat?.isFile()) return { name, fault: { code: "unreadable" } };
    if (stat.size > MOST_BYTES) return { name, fault: { code: "too_large" } };
    const facts = JSON.stringify([READER, name, stat.size, stat.mtimeMs, stat.ino]);
    const print = createHash("sha256").update(facts).digest("hex").slice(0, 16);
    return { name, stem, id, place, print };
  });
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place).sort();
  } catch {
    return [];
  }
}

/** The file of a plan, which was measured before; undefined where it cannot be read. */
export function readPlanBytes({ place }: FoundPlan): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

const cached = ({ stem, print }: FoundPlan) => path.join(cacheFolder(), `${stem}-${print}.json`);

/** What an earlier check of the same file found. */
export function keptPlan(found: FoundPlan): CheckedPlan | PlanFault | undefined {
  try {
    const kept = JSON.parse(readFileSync(cached(found), "utf8")) as CheckedPlan | PlanFault;
    return "code" in kept || Array.isArray(kept.readings) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, in the place of what was found in an older file of its name; false where the disk refuses. */
export function keepPlanFile(found: FoundPlan, plan: CheckedPlan | PlanFault): boolean {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    for (const name of namesIn(cacheFolder()))
      if (/^(.+)-[0-9a-f]{16}\.json$/.exec(name)?.[1] === found.stem)
        rmSync(path.join(cacheFolder(), name), { force: true });
    const aside = `${cached(found)}.${process.pid}.part`;
    writeFileSync(aside, JSON.stringify(plan), { mode: 0o600 });
    renameSync(aside, cached(found));
    return true;
  } catch {
    return false;
  }
}
