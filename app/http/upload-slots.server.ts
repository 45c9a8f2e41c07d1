import { t } from "~/i18n/t";
import { BodyError } from "./body-limits.server";

/** How many large forms are looked at together, from their last byte until they are answered. */
const AT_ONCE = 2;
/** Nobody waits longer: the words come back, and the form can be sent again. */
const LONGEST_WAIT_MS = 60_000;

const waiting: (() => void)[] = [];
let running = 0;

/** A slot for one large form: `take` waits for it; `over` hands it on, and does nothing where it was not taken. */
export function uploadSlot() {
  let isTaken = false;
  return {
    /** @throws BodyError */
    async take(): Promise<void> {
      if (running >= AT_ONCE) await waitForSlot();
      else running++;
      isTaken = true;
    },
    over(): void {
      if (!isTaken) return;
      isTaken = false;
      const next = waiting.shift();
      if (next) next();
      else running--;
    },
  };
}

function waitForSlot(): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(
        new BodyError(503, t("Many pictures are being sent at this moment. Please try again in a minute.")),
      );
    }, LONGEST_WAIT_MS);
    waiting.push(go);
  });
}
