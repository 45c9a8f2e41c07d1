import { log } from "~/platform/log.server";
import { PaymentsAwayError, PaymentsRefusedError } from "~/platform/stripe/client.server";

/** The payment service does not answer, or does not accept. */
export type PaymentFailure = "away" | "refused";

/** Runs a use-case of payments; its two failures become codes, everything else stays our own error. */
export async function outcomeOf<T>(run: () => Promise<T>): Promise<T | { ok: false; code: PaymentFailure }> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PaymentsAwayError) return { ok: false, code: "away" };
    if (!(error instanceof PaymentsRefusedError)) throw error;
    log.warn("payments.refused", { status: error.status, code: error.code });
    return { ok: false, code: "refused" };
  }
}
