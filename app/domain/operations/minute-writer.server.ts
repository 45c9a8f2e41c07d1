import { MINUTE } from "~/domain/calendar/durations";
import { log } from "~/platform/log.server";

/**
 * What is only counted, or only prolonged, waits in memory and is written here once a minute: reading a page never waits
 * for a write. A process that is killed loses the last minute of it, which nothing depends on.
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
