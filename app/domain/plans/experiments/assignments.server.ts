import { createIfMissing } from "#models/db/queries.server";
import { AbAssignmentModel } from "#models/plans.server";
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

/** Visits per network and hour; a parish behind one IP address stays below it. */
const MAX_VISITS_PER_NETWORK = 60;
const WINDOW_MS = HOUR;
const MAX_NETWORKS = 10_000;

/** Rate limit against bots, in memory and for an hour only, so that no IP address is stored. */
export class VisitLimiter {
  #counts = new Map<string, number>();
  #until = 0;

  /**
   * Counts a visit.
   * @returns false when the network has reached its limit
   */
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

const RETENTION_MS = 365 * DAY;

const visitLimiter = new VisitLimiter();

/** A new visitor's session, not stored yet. */
export function newAbSession(variant: Variant = drawVariant(Math.random())): AbSession {
  return { variant, sessionId: randomToken(12), assignedAt: now(), state: "new" };
}

/**
 * Counts a visitor idempotently: the session id is the key of the record, on every server.
 * @returns whether the visitor is counted
 */
export async function recordAssignment(session: AbSession, network: string): Promise<boolean> {
  if (session.state !== "new") return session.state === "counted";
  if (!visitLimiter.take(network, now())) return false;
  await insertVisit(session);
  return true;
}

/** Counts a visitor of the landing page without waiting for the write, which follows within a minute. */
export function bufferVisit(session: AbSession, network: string): boolean {
  if (!visitLimiter.take(network, now())) return false;
  buffer.set(session.sessionId, session);
  return true;
}

/** Counted visits that are not written yet. */
const buffer = new Map<string, AbSession>();

/** Writes buffered visits. Failed ones stay in the buffer. */
export async function flushVisits(): Promise<void> {
  for (const [id, session] of buffer) {
    await insertVisit(session);
    buffer.delete(id);
  }
}

async function insertVisit({ sessionId, variant, assignedAt }: AbSession): Promise<void> {
  const expiresAt = new Date(assignedAt.getTime() + RETENTION_MS);
  await createIfMissing(AbAssignmentModel, { _id: sessionId, variant, assignedAt, expiresAt });
}

/**
 * Records a conversion once per visitor. Counts the visitor first, because the visit may still be buffered here or on
 * another server.
 */
export async function recordConversion(session: AbSession, conversionType: Conversion): Promise<boolean> {
  if (session.state === "forced") return false;
  await insertVisit(session);
  return convertVisit(session.sessionId, conversionType);
}

/**
 * Marks a visit as converted.
 * @returns false when the visit is unknown or already converted
 */
export async function convertVisit(sessionId: string, conversionType: Conversion): Promise<boolean> {
  const buffered = buffer.get(sessionId);
  if (buffered) await insertVisit(buffered);
  buffer.delete(sessionId);
  const { modifiedCount } = await AbAssignmentModel.updateOne(
    { _id: sessionId, convertedAt: null },
    { $set: { conversionType, convertedAt: now() } },
  );
  return modifiedCount === 1;
}

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
