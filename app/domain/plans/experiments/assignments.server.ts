import { AbAssignmentModel } from "#models/ab-assignment.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import type { Conversion } from "~/domain/plans/schema";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import {
  drawVariant,
  summarizeVariants,
  VARIANTS,
  type AbSession,
  type Variant,
  type VariantFigures,
} from "./variant";

/** How many new visitors one network may add to the count in an hour; a parish behind one address stays below it. */
const MAX_VISITS_PER_NETWORK = 60;
const WINDOW_MS = HOUR;
const MAX_NETWORKS = 10_000;

/**
 * Keeps a program from filling the count. Held in memory and forgotten within the hour: no address is ever stored.
 */
export class VisitLimiter {
  #counts = new Map<string, number>();
  #until = 0;

  /** Takes one; false when this network has added enough. */
  take(network: string, now: Date): boolean {
    if (now.getTime() >= this.#until || now.getTime() < this.#until - WINDOW_MS) {
      this.#counts.clear();
      this.#until = now.getTime() + WINDOW_MS;
    }
    const taken = this.#counts.get(network) ?? 0;
    if (taken >= MAX_VISITS_PER_NETWORK || (taken === 0 && this.#counts.size >= MAX_NETWORKS)) return false;
    this.#counts.set(network, taken + 1);
    return true;
  }
}

/** What was counted is forgotten after a year. */
const RETENTION_MS = 365 * DAY;

const visitLimiter = new VisitLimiter();

/** A new visitor's session; nothing is stored yet. `variant` where it was chosen already. */
export function newAbSession(variant: Variant = drawVariant(Math.random())): AbSession {
  return { variant, sessionId: randomToken(12), assignedAt: now(), state: "new" };
}

/**
 * Counts a visitor once, however often and on however many servers this is asked: the visit is a separate record, and
 * a second one under the same number is refused by the database. True when the visitor is counted now or was before.
 */
export async function recordAssignment(session: AbSession, network: string): Promise<boolean> {
  if (session.state !== "new") return session.state === "counted";
  if (!visitLimiter.take(network, now())) return false;
  return insertVisit(session);
}

/** The same for the front page, which waits for no write: the visitor is written within a minute. */
export function bufferVisit(session: AbSession, network: string): boolean {
  if (!visitLimiter.take(network, now())) return false;
  buffer.set(session.sessionId, session);
  return true;
}

/** Visitors who are counted and not written yet. */
const buffer = new Map<string, AbSession>();

/** Writes the visitors who wait. Those who could not be written wait for the next time. */
export async function flushVisits(): Promise<void> {
  for (const [id, session] of buffer) {
    await insertVisit(session);
    buffer.delete(id);
  }
}

async function insertVisit({ sessionId, variant, assignedAt }: AbSession): Promise<boolean> {
  const expiresAt = new Date(assignedAt.getTime() + RETENTION_MS);
  try {
    await AbAssignmentModel.create({ _id: sessionId, variant, assignedAt, expiresAt });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
  return true;
}

/** Someone who registers is certainly a visitor, so if not counted yet they are counted first. Once per visitor. */
export async function recordConversion(session: AbSession, conversionType: Conversion): Promise<boolean> {
  if (session.state === "forced") return false;
  // Whether it waits to be written, here or on another server, is not known; a second one is refused.
  await insertVisit(session);
  return convertVisit(session.sessionId, conversionType);
}

/** Marks a counted visitor as converted; false if the number is unknown or was marked before. */
export async function convertVisit(sessionId: string, conversionType: Conversion): Promise<boolean> {
  const waits = buffer.get(sessionId);
  if (waits) await insertVisit(waits);
  buffer.delete(sessionId);
  const { modifiedCount } = await AbAssignmentModel.updateOne(
    { _id: sessionId, convertedAt: null },
    { $set: { conversionType, convertedAt: now() } },
  );
  return modifiedCount === 1;
}

/** Visits, conversions and rates of both variants, for the administrators. */
export async function variantFigures(): Promise<VariantFigures[]> {
  return summarizeVariants(
    await Promise.all(
      VARIANTS.map(async (variant) => {
        const [visits, conversions] = await Promise.all([
          AbAssignmentModel.countDocuments({ variant }),
          AbAssignmentModel.countDocuments({ variant, convertedAt: { $gt: new Date(0) } }),
        ]);
        return { variant, visits, conversions };
      }),
    ),
  );
}
