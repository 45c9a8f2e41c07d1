import { MINUTE } from "~/domain/calendar/durations";
import { log } from "~/platform/log.server";

/**
 * Counts and extensions wait in memory and are written here once a minute, so that reading a page never waits
 * for a write. A killed process loses its last minute; nothing depends on that. What is kept in memory of settings is read
 * again at the same time: another process may have changed them.
 */
type Write = () => Promise<void>;

let timer: NodeJS.Timeout | undefined;
let writes: readonly Write[] = [];

export function startMinuteWriter(list: readonly Write[]): void {
  writes = list;
  timer ??= setInterval(() => void writeAll(), MINUTE).unref();
}

export async function stopMinuteWriter(): Promise<void> {
  clearInterval(timer);
  timer = undefined;
  await writeAll();
}

async function writeAll(): Promise<void> {
  for (const write of writes) {
    try {
      await write();
    } catch (error) {
      log.error("minute.not_written", error);
    }
  }
}
