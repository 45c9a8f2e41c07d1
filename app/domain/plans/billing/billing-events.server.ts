import { BillingEventModel } from "#models/billing-event.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { PaymentsAwayError, PaymentsRefusedError } from "~/platform/stripe/client.server";
import { fetchSubscription, isPaymentsSetUp } from "~/platform/stripe/payments.server";
import { verifyEvent, type EventState } from "~/platform/stripe/webhook.server";
import { PERSON, syncSubscription } from "./sync-subscription.server";

/** How long the ids of events are remembered; the provider repeats for three days. */
const KEEP_MS = 30 * DAY;

export type EventResult = "done" | "repeated" | "ignored" | "refused" | "try_again";

/** Takes an event of the payment service: signed over its raw bytes, dealt with once. */
export async function takeBillingEvent(body: Uint8Array, signature: string | null): Promise<EventResult> {
  if (!isPaymentsSetUp()) return "refused";
  const { isSigned, event } = await verifyEvent(body, signature, env.STRIPE_WEBHOOK_SECRET ?? [], now());
  if (!isSigned) return "refused";
  if (!event) return "ignored";
  if (await BillingEventModel.exists({ _id: event.id })) return "repeated";
  try {
    const result = await act(event);
    await remember(event);
    return result;
  } catch (error) {
    // It comes again; until then nothing has changed.
    if (error instanceof PaymentsAwayError || error instanceof PaymentsRefusedError) return "try_again";
    throw error;
  }
}

async function act({ type, data: { object } }: EventState): Promise<EventResult> {
  const id = subscriptionOf(type, object);
  if (!id) return "ignored";
  const userId = await personOf(object, id);
  if (userId === null || !(await syncSubscription(userId, id))) {
    log.warn("payments.unknown_person", { kind: type });
    return "ignored";
  }
  return "done";
}

type Subject = EventState["data"]["object"];

function subscriptionOf(type: string, object: Subject): string | null {
  if (type.startsWith("customer.subscription.")) return object.id ?? null;
  if (type.startsWith("checkout.session.")) return object.subscription;
  if (type.startsWith("invoice."))
    return object.subscription ?? object.parent?.subscription_details?.subscription ?? null;
  return null;
}

/** Whose it is: named by us in the session and in the subscription, else known by the customer. */
async function personOf(object: Subject, subscriptionId: string): Promise<number | null> {
  const named = object.client_reference_id ?? object.metadata[PERSON];
  if (named !== undefined) return numberOf(named);
  if (object.customer) {
    const user = await UserModel.findOne({ "billing.customerId": object.customer }).select({ _id: 1 }).lean();
    if (user) return user._id;
  }
  const state = await fetchSubscription(subscriptionId);
  return numberOf(state?.metadata[PERSON] ?? "");
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null);

async function remember({ id, type }: EventState): Promise<void> {
  const at = now();
  try {
    await BillingEventModel.create({ _id: id, kind: type, at, expiresAt: new Date(at.getTime() + KEEP_MS) });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}
