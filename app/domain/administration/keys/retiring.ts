import { DAY } from "~/domain/calendar/durations";

type RingKey = { id: string; unusedSince?: string };

/**
 * The ring after a look at everything that is encrypted with it. The newest stays, and so does each that something was found to
 * need. One that nothing needs goes once every backup from the time when something did is gone as well:
 * after `backupDays`, and never where nobody has said how long backups are kept (0).
 */
export function afterLook<Key extends RingKey>(
  keys: readonly Key[],
  inUse: ReadonlySet<string>,
  { now, backupDays }: { now: Date; backupDays: number },
): { kept: Key[]; retired: string[] } {
  const looked = keys.map((key, at) => {
    const { unusedSince = now.toISOString(), ...rest } = key;
    if (at === 0 || inUse.has(key.id)) return rest as Key;
    // A moment that has not come was noted by a clock that was wrong.
    return {
      ...key,
      unusedSince: Date.parse(unusedSince) <= now.getTime() ? unusedSince : now.toISOString(),
    };
  });
  const isOver = ({ unusedSince }: Key) =>
    backupDays > 0 && unusedSince !== undefined && now.getTime() - Date.parse(unusedSince) > backupDays * DAY;
  return {
    kept: looked.filter((key) => !isOver(key)),
    retired: looked.filter(isOver).map(({ id }) => id),
  };
}
