import { z } from "zod";

/** What we read of the payment service's objects, and nothing else. Moments are seconds since 1970. */
const moment = z
  .number()
  .nullish()
  .transform((seconds) => (typeof seconds === "number" ? new Date(seconds * 1000) : null));
/** A reference is an id, or the object itself where it was expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .nullish()
  .transform((value) => (typeof value === "string" ? value : (value?.id ?? null)));
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});

const Item = z.object({
  id: z.string(),
  current_period_end: moment,
  price: z.object({
    id: z.string(),
    recurring: z.object({ interval: z.string() }).nullish(),
  }),
});

export const SubscriptionObject = z
  .object({
    id: z.string(),
    status: z.string(),
    customer: reference,
    created: moment,
    start_date: moment,
    // Before 2025 the period was on the subscription, since then on its items.
    current_period_end: moment,
    cancel_at: moment,
    cancel_at_period_end: z.boolean().nullish(),
    metadata,
    pause_collection: z.object({ resumes_at: moment }).nullish(),
    items: z.object({ data: z.array(Item) }).nullish(),
  })
  .transform((object) => {
    const item = object.items?.data[0];
    const periodEnd = item?.current_period_end ?? object.current_period_end;
    return {
      id: object.id,
      status: object.status,
      customerId: object.customer,
      startedAt: object.start_date ?? object.created,
      periodEnd,
      cancelAt: object.cancel_at ?? (object.cancel_at_period_end ? periodEnd : null),
      metadata: object.metadata,
      isPaused: Boolean(object.pause_collection),
      resumesAt: object.pause_collection?.resumes_at ?? null,
      itemId: item?.id ?? null,
      priceId: item?.price.id ?? null,
      isYearly: item?.price.recurring?.interval === "year",
    };
  });
export type SubscriptionState = z.output<typeof SubscriptionObject>;

export const CheckoutObject = z
  .object({ id: z.string(), url: z.url().nullish(), status: z.string().nullish(), subscription: reference })
  .transform(({ id, url, status, subscription }) => ({
    id,
    url: url ?? null,
    isComplete: status === "complete",
    subscriptionId: subscription,
  }));

export const PortalObject = z.object({ url: z.url() });

export const InvoicesObject = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        number: z.string().nullish(),
        created: moment,
        total: z.number(),
        currency: z.string().regex(/^[a-zA-Z]{3}$/),
        status: z.string().nullish(),
        hosted_invoice_url: z.string().nullish(),
      })
      .transform(({ id, number, created, total, currency, status, hosted_invoice_url: url }) => ({
        id,
        number: number ?? null,
        at: created,
        total,
        currency: currency.toUpperCase(),
        status: status ?? "",
        url: url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null,
      })),
  ),
});
export type InvoiceState = z.output<typeof InvoicesObject>["data"][number];

/** An event; `subject` is what it tells of, as far as we need it. */
export const EventObject = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      object: z.string().nullish(),
      client_reference_id: z.string().nullish(),
      customer: reference,
      subscription: reference,
      metadata: metadata.catch({}),
      parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
    }),
  }),
});
export type EventState = z.output<typeof EventObject>;
