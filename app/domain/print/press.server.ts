import { ConcurrencyLimit, type Release } from "~/platform/concurrency-limit.server";

/** Each file has a thread and a hundred megabytes: a third is told to wait. */
const limit = new ConcurrencyLimit<"all">({ concurrent: 2, waiting: 0 });

/** Takes one of the places at the press, until what is given back is called; null where both are taken. */
export async function takePress(): Promise<Release | null> {
  return limit.isBusy("all") ? null : limit.acquire("all");
}
