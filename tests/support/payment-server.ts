import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { monthsLater } from "~/domain/plans/changes/notices";

/**
 * A payment service on loopback: the used part of Stripe's API, with idempotency keys, a ledger of charges, checkout pages,
 * signed events, and injectable faults.
 */
const PRICES = {
  price_growth_month: { interval: "month", amount: 400 },
  price_growth_year: { interval: "year", amount: 4000 },
  price_formation_month: { interval: "month", amount: 900 },
  price_formation_year: { interval: "year", amount: 9000 },
} as const;
export type Price = keyof typeof PRICES;
export const WEBHOOK_SECRET = "whsec_test_0123456789";
/** Settings that make the application use this server. */
export const paymentSettings = (url: string) => ({
  STRIPE_SECRET_KEY: "sk_test_local",
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_URL: url,
  STRIPE_PRICE_TIER1: "price_growth_month",
  STRIPE_PRICE_TIER2: "price_formation_month",
  STRIPE_PRICE_TIER1_YEARLY: "price_growth_year",
  STRIPE_PRICE_TIER2_YEARLY: "price_formation_year",
});

type Session = {
  id: string;
  object: "checkout.session";
  url: string;
  status: "open" | "complete" | "expired";
  client_reference_id: string;
  metadata: Record<string, string>;
  customer: string | null;
  customer_email: string | null;
  subscription: string | null;
  success_url: string;
  price: Price;
  subscriptionMetadata: Record<string, string>;
};
export type FakeSubscription = {
  id: string;
  object: "subscription";
  status: "active" | "past_due" | "canceled";
  customer: string;
  created: number;
  start_date: number;
  current_period_end: number;
  cancel_at_period_end: boolean;
  metadata: Record<string, string>;
  pause_collection: { behavior: string; resumes_at: number | null } | null;
  price: Price;
};
export type FakeEvent = {
  id: string;
  type: string;
  created: number;
  data: { object: Record<string, unknown> };
};
type ReplyMode = "good" | "away" | "slow" | "error" | "garbage";

/** Signs a body as the payment service does. */
export const signPayload = (secret: string, payload: string, at: Date): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) });

const id = (prefix: string) => `${prefix}_${randomBytes(9).toString("hex")}`;

export class PaymentServer {
  url = "";
  /** Webhook URLs; a URL listed twice gets each event twice. */
  listeners: string[] = [];
  mode: ReplyMode = "good";
  /** Number of the next writes that are executed without a response. */
  unansweredWrites = 0;
  now: () => Date = () => new Date();
  requests: { method: string; path: string; key: string | undefined; body: URLSearchParams }[] = [];
  sessions = new Map<string, Session>();
  subscriptions = new Map<string, FakeSubscription>();
  charges: { subscription: string; amount: number; at: number }[] = [];
  events: FakeEvent[] = [];
  private answers = new Map<string, { status: number; body: unknown }>();
  private server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Resets all state but the URL. */
  reset(): void {
    Object.assign(this, { listeners: [], mode: "good", unansweredWrites: 0 });
    Object.assign(this, { requests: [], charges: [], events: [] });
    for (const kept of [this.sessions, this.subscriptions, this.answers]) kept.clear();
    this.now = () => new Date();
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private seconds = () => Math.floor(this.now().getTime() / 1000);

  private after(price: Price, from: number): number {
    return monthsLater(new Date(from * 1000), PRICES[price].interval === "year" ? 12 : 1).getTime() / 1000;
  }

  /** A subscription as the API returns it. */
  shape({ price, ...subscription }: FakeSubscription): Record<string, unknown> {
    const { current_period_end: end, cancel_at_period_end: ends, ...rest } = subscription;
    return {
      ...rest,
      cancel_at_period_end: ends,
      cancel_at: ends ? end : null,
      items: {
        object: "list",
        data: [
          {
            id: `si_${subscription.id.slice(4)}`,
            current_period_end: end,
            price: { id: price, recurring: { interval: PRICES[price].interval } },
          },
        ],
      },
    };
  }

  private tell(type: string, object: Record<string, unknown>): void {
    const event = { id: id("evt"), type, created: this.seconds(), data: { object } };
    this.events.push(event);
    for (const listener of this.listeners) void this.send(event, listener);
  }

  /** Posts an event and retries until it is accepted, as the real service does. */
  async send(event: FakeEvent, listener: string): Promise<number> {
    const body = JSON.stringify(event);
    for (let tries = 0; ; tries++) {
      const headers = {
        "Content-Type": "application/json",
        "Stripe-Signature": signPayload(WEBHOOK_SECRET, body, this.now()),
      };
      const status = await fetch(listener, { method: "POST", headers, body }).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200 || tries === 20) return status;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Pays on the checkout page of a session. */
  pay(sessionId: string): FakeSubscription | null {
    const session = this.sessions.get(sessionId);
    if (session?.status !== "open") return null;
    const now = this.seconds();
    const subscription: FakeSubscription = {
      id: id("sub"),
      object: "subscription",
      status: "active",
      customer: session.customer ?? id("cus"),
      created: now,
      start_date: now,
      current_period_end: this.after(session.price, now),
      cancel_at_period_end: false,
      metadata: session.subscriptionMetadata,
      pause_collection: null,
      price: session.price,
    };
    this.subscriptions.set(subscription.id, subscription);
    this.charge(subscription);
    Object.assign(session, {
      status: "complete",
      subscription: subscription.id,
      customer: subscription.customer,
    });
    this.tell("customer.subscription.created", this.shape(subscription));
    const { price: _, subscriptionMetadata: __, ...shown } = session;
    this.tell("checkout.session.completed", shown);
    this.invoice("invoice.paid", subscription);
    return subscription;
  }

  /** Creates a paid subscription without a checkout session. */
  subscribe(userId: number, price: Price): FakeSubscription {
    const named = { client_reference_id: String(userId) };
    const body = new URLSearchParams({ "line_items[0][price]": price, ...named });
    body.set("subscription_data[metadata][client_reference_id]", String(userId));
    return this.pay(this.openSession(body).body.id) as FakeSubscription;
  }

  private charge({ id: subscription, price }: FakeSubscription): void {
    this.charges.push({ subscription, amount: PRICES[price].amount, at: this.seconds() });
  }

  private invoice(type: string, { id: subscription, customer }: FakeSubscription): void {
    this.tell(type, {
      id: id("in"),
      object: "invoice",
      customer,
      parent: { subscription_details: { subscription } },
    });
  }

  /** Changes a subscription and sends its event. */
  change(subscriptionId: string, change: Partial<FakeSubscription>): void {
    const subscription = this.subscriptions.get(subscriptionId);
    if (!subscription || subscription.status === "canceled") return;
    Object.assign(subscription, change);
    const type = change.status === "canceled" ? "deleted" : "updated";
    this.tell(`customer.subscription.${type}`, this.shape(subscription));
  }

  /** Processes due renewals, ends and resumptions. */
  tick(): void {
    const now = this.seconds();
    const isLive = ({ status }: FakeSubscription) => status !== "canceled";
    for (const subscription of this.subscriptions.values()) {
      while (isLive(subscription) && subscription.current_period_end <= now) {
        if (subscription.cancel_at_period_end) this.change(subscription.id, { status: "canceled" });
        else this.renew(subscription);
      }
      const pause = subscription.pause_collection;
      if (pause?.resumes_at && pause.resumes_at <= now)
        this.change(subscription.id, { pause_collection: null });
    }
  }

  private renew(subscription: FakeSubscription): void {
    const { current_period_end: end, pause_collection: pause, price } = subscription;
    const isPaused = pause !== null && (pause.resumes_at === null || pause.resumes_at > end);
    if (!isPaused) this.charge(subscription);
    this.change(subscription.id, {
      current_period_end: this.after(price, end),
      ...(isPaused ? {} : { pause_collection: null }),
    });
    this.invoice("invoice.paid", subscription);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", this.url);
    const body = new URLSearchParams(await text(request));
    if (path.pathname.startsWith("/pay/")) return this.page(path.pathname.slice(5), request, response);
    const header = request.headers["idempotency-key"];
    const key = typeof header === "string" ? header : undefined;
    this.requests.push({ method: request.method ?? "", path: path.pathname, key, body });
    if (this.mode === "away") return void request.socket.destroy();
    if (this.mode === "slow") await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    if (this.mode === "error") return this.say(response, 500, { error: { type: "api_error" } });
    if (this.mode === "garbage") return void response.end("<html>");
    const known = key && this.answers.get(`${key} ${path.pathname}`);
    const result = known || this.act(request.method ?? "", path, body);
    if (key && result.status < 500) this.answers.set(`${key} ${path.pathname}`, result);
    if (request.method !== "GET" && this.unansweredWrites > 0) {
      this.unansweredWrites -= 1;
      return void request.socket.destroy();
    }
    this.say(response, result.status, result.body);
  }

  private say(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }

  private page(sessionId: string, request: IncomingMessage, response: ServerResponse): void {
    const session = this.sessions.get(sessionId);
    if (request.method === "POST" && session && this.pay(sessionId))
      return void response.writeHead(303, { Location: session.success_url }).end();
    const form =
      session?.status === "open" ? `<form method="post"><button>Pay</button></form>` : "<p>Over</p>";
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Payment</title><h1>Payment page</h1>${form}</html>`);
  }

  private act(method: string, { pathname, searchParams }: URL, body: URLSearchParams) {
    const [, , kind = "", name = "", verb] = pathname.split("/");
    const missing = {
      status: 404,
      body: { error: { type: "invalid_request_error", code: "resource_missing" } },
    };
    if (kind === "checkout" && method === "POST" && !verb) return this.openSession(body);
    if (kind === "checkout") {
      const [, , , , sessionId = "", action] = pathname.split("/");
      const session = this.sessions.get(sessionId);
      if (!session) return missing;
      if (action === "expire") {
        if (session.status !== "open")
          return { status: 400, body: { error: { type: "invalid_request_error" } } };
        session.status = "expired";
      }
      return { status: 200, body: session };
    }
    if (kind === "subscriptions") {
      const subscription = this.subscriptions.get(name);
      if (!subscription) return missing;
      if (method === "DELETE") this.change(name, { status: "canceled" });
      if (method === "POST") this.change(name, changesIn(body, subscription));
      return { status: 200, body: this.shape(subscription) };
    }
    if (kind === "billing_portal")
      return { status: 200, body: { id: id("bps"), url: `${this.url}/pay/portal-${body.get("customer")}` } };
    if (kind === "invoices")
      return { status: 200, body: { data: this.invoicesOf(searchParams.get("customer")) } };
    return missing;
  }

  private openSession(body: URLSearchParams) {
    const sessionId = id("cs");
    const inner = (prefix: string) =>
      Object.fromEntries(
        [...body].flatMap(([name, value]) => {
          const [, field] = new RegExp(`^${prefix}\\[(\\w+)\\]$`).exec(name) ?? [];
          return field ? [[field, value]] : [];
        }),
      );
    const session: Session = {
      id: sessionId,
      object: "checkout.session",
      url: `${this.url}/pay/${sessionId}`,
      status: "open",
      client_reference_id: body.get("client_reference_id") ?? "",
      metadata: inner("metadata"),
      customer: body.get("customer"),
      customer_email: body.get("customer_email"),
      subscription: null,
      success_url: body.get("success_url") ?? "",
      price: body.get("line_items[0][price]") as Price,
      subscriptionMetadata: inner("subscription_data\\[metadata\\]"),
    };
    this.sessions.set(sessionId, session);
    return { status: 200, body: { ...session } };
  }

  private invoicesOf(customer: string | null) {
    return this.charges
      .filter(({ subscription }) => this.subscriptions.get(subscription)?.customer === customer)
      .map(({ amount, at }, index) => ({
        id: `in_${index}`,
        number: `SNK-${String(index + 1).padStart(4, "0")}`,
        created: at,
        total: amount,
        currency: "usd",
        status: "paid",
        hosted_invoice_url: `${this.url}/pay/invoice-${index}`,
      }));
  }
}

function changesIn(body: URLSearchParams, { metadata, price }: FakeSubscription): Partial<FakeSubscription> {
  const change: Partial<FakeSubscription> = { metadata: { ...metadata } };
  for (const [name, value] of body) {
    const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
    if (!field || !change.metadata) continue;
    if (value) change.metadata[field] = value;
    else delete change.metadata[field];
  }
  const ends = body.get("cancel_at_period_end");
  if (ends) change.cancel_at_period_end = ends === "true";
  const resumes = body.get("pause_collection[resumes_at]");
  if (resumes) change.pause_collection = { behavior: "void", resumes_at: Number(resumes) };
  if (body.get("pause_collection") === "") change.pause_collection = null;
  return { ...change, price: (body.get("items[0][price]") as Price | null) ?? price };
}
