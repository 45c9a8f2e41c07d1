import { ConcurrencyLimit, LimitReachedError } from "~/platform/concurrency-limit.server";
import { BodyError, TOO_MUCH_AT_ONCE } from "./body-limits.server";

/** More than someone sends at once by hand. */
const limit = new ConcurrencyLimit<string>({ concurrent: 1, waiting: 100 });

/**
 * One after the other for a person: of fifty large files that someone sends at once, one is read and the others wait
 * outside, where they cost nothing. `of`: what has a line of its own. Other people's pages are answered between the pieces of a few files, not of fifty.
 * @throws BodyError where too many wait already
 */
export async function inTurn<T>(personId: number, run: () => Promise<T>, of = ""): Promise<T> {
  try {
    return await limit.run(`${personId}|${of}`, run);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    throw new BodyError(503, TOO_MUCH_AT_ONCE);
  }
}
