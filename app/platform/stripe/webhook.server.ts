import { z } from "zod";
import { loadStripe } from "./client.server";

/** A reference is an id, or the object itself where it was expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .nullish()
  .transform((value) => (typeof value === "string" ? value : (value?.id ?? null)));
const metadata = z.record(z.string(), z.string()).catch({});

/** The parts of an event that we read. Its shape depends on the webhook's API version, which is not ours to choose. */
const EventObject = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      client_reference_id: z.string().nullish(),
      customer: reference,
      subscription: reference,
      metadata,
      parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
    }),
  }),
});
export type EventState = z.output<typeof EventObject>;

/**
 * Verifies a body against each of the webhook's secrets: there are two while one is being changed. Without an event it is
 * signed, but not of a shape that we read.
 */
export async function verifyEvent(
  body: Uint8Array,
  signature: string | null,
  secrets: readonly string[],
  at: Date,
): Promise<{ isSigned: boolean; event?: EventState }> {
  const { errors, webhooks } = await loadStripe();
  for (const secret of secrets) {
    try {
      const event = webhooks.constructEvent(
        Buffer.from(body),
        signature ?? "",
        secret,
        webhooks.DEFAULT_TOLERANCE,
        undefined,
        at.getTime(),
      );
      return { isSigned: true, event: EventObject.safeParse(event).data };
    } catch (error) {
      if (!(error instanceof errors.StripeSignatureVerificationError)) return { isSigned: true };
    }
  }
  return { isSigned: false };
}
