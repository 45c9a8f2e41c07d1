import { LRUCache } from "lru-cache";
import type { LocalFeast } from "./local-feasts";

/** The operator's feasts. Process-wide, so that the name of a day can be computed without reading files. */
let feasts: readonly LocalFeast[] = [];
const years = new LRUCache<number, ReadonlyMap<string, LocalFeast[]>>({ max: 96 });

export function setLocalFeasts(next: readonly LocalFeast[]): void {
  feasts = next;
  years.clear();
}

/** The feast of a day in a tradition; of several the highest, then the first in the file. */
export function localFeastOn(date: string, tradition: string): LocalFeast | undefined {
  if (feasts.length === 0) return undefined;
  const ofDay = feastsOfYear(Number(date.slice(0, 4))).get(date);
  return ofDay?.find((feast) => feast.tradition === undefined || feast.tradition === tradition);
}

const RANK_ORDER: Record<LocalFeast["rank"], number> = { solemnity: 0, feast: 1, memorial: 2 };

function feastsOfYear(year: number): ReadonlyMap<string, LocalFeast[]> {
  const cached = years.get(year);
  if (cached) return cached;
  const byDate = new Map<string, LocalFeast[]>();
  for (const feast of [...feasts].sort((a, b) => RANK_ORDER[a.rank] - RANK_ORDER[b.rank])) {
    const date = feast.dateOf(year);
    if (date) byDate.set(date, [...(byDate.get(date) ?? []), feast]);
  }
  years.set(year, byDate);
  return byDate;
}
