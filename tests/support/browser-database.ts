import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import mongoose from "mongoose";
import type { Tier } from "~/domain/member/plan";
import type { PromptSetKey } from "~/domain/member/prayer-settings";
import { ownPlan } from "./own-plan";

async function withDatabase<T>(work: (connection: mongoose.Connection) => Promise<T>): Promise<T> {
  const uri = readFileSync(path.join(process.env.E2E_DATA_DIR ?? "", "mongodb.uri"), "utf8").trim();
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function changeUser(
  email: string,
  change: Record<string, unknown>,
  remove: Record<string, ""> = {},
): Promise<void> {
  return withDatabase(async (connection) => {
    const { matchedCount } = await connection
      .collection("users")
      .updateOne({ emailKey: email.toLowerCase() }, { $set: change, $unset: remove });
    if (matchedCount !== 1) throw new Error(`Nobody is registered as ${email}.`);
  });
}

/** Expires every session of a user. */
export async function endSessions(email: string): Promise<void> {
  await withDatabase(async (connection) => {
    const user = await connection.collection("users").findOne({ emailKey: email.toLowerCase() });
    await connection.collection("sessions").deleteMany({ userId: user?._id });
  });
}

/** Locks every session of a user, as after the idle time. */
export async function lockSessions(email: string): Promise<void> {
  await withDatabase(async (connection) => {
    const user = await connection.collection("users").findOne({ emailKey: email.toLowerCase() });
    await connection
      .collection("sessions")
      .updateMany({ userId: user?._id }, { $set: { lockedAt: new Date() }, $unset: { keys: "" } });
  });
}

/** Marks the guides as seen, so that no dialog covers the dashboard. */
export const markGuidesSeen = (email: string) =>
  changeUser(email, { seenTour: true, seenFormationWelcome: true });

/** Sets the prayer length, which skips the three choices of the first visit. */
export const setPrayerLength = (email: string) => changeUser(email, { "prayer.length": 10 });

/** Changes fields of a user's choice for "If I am no longer here". */
export const changeLegacy = (email: string, change: Record<string, Date>) =>
  changeUser(
    email,
    Object.fromEntries(Object.entries(change).map(([name, value]) => [`legacy.${name}`, value])),
  );

/** Starts a hand-over whose link has been sent, without the wait of thirty days. */
export const createLegacyLink = (email: string, token: string) =>
  changeUser(email, {
    "legacy.handOver": {
      startedAt: new Date(),
      mailedAt: new Date(),
      tokenHash: createHash("sha256").update(token).digest("base64url"),
      taken: [],
    },
  });

/** Makes a user an administrator. */
export const makeAdministrator = (email: string) => changeUser(email, { isAdmin: true });

/** Sets a user's plan and prompt set without the settings pages. */
export const setPlan = (email: string, subscriptionTier: Tier, promptSetPreference: PromptSetKey) =>
  changeUser(
    email,
    { ...ownPlan(subscriptionTier, new Date()), promptSetPreference },
    subscriptionTier === "free" ? { plan: "" } : {},
  );

/** An unredeemed trial key, as an administrator would make one. */
export async function makeTrialKey(tier: Tier, days: number): Promise<string> {
  const body = Array.from(randomBytes(12), (byte) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[byte & 31]).join("");
  await withDatabase((connection) =>
    connection.collection<{ _id: string; [name: string]: unknown }>("trialKeys").insertOne({
      _id: `${new Date().toISOString()}|${body}`,
      hash: createHash("sha256").update(`trial-key|${body}`).digest("base64url"),
      last4: body.slice(-4),
      tier,
      days,
      maxRedemptions: 1,
      left: 1,
      redemptions: [],
      expiresAt: null,
      revokedAt: null,
      note: "",
      createdAt: new Date(),
      createdBy: 1,
    }),
  );
  return `SNK-${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8)}`;
}

/** Makes a morning reminder due: moves the user to a zone where it is about ten, and the morning's time to now. */
export function makeMorningDue(email: string): Promise<void> {
  const now = new Date();
  // Etc/GMT-3 is UTC+3; zones range from UTC-12 to UTC+14.
  const ahead = ((10 - now.getUTCHours() + 36) % 24) - 12;
  const timezone = ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  const morningPromptTime = `10:${now.toISOString().slice(14, 16)}`;
  return changeUser(email, { timezone, morningPromptTime, eveningPromptTime: "23:30" });
}

/** Sets a user's first and last name. */
export const rename = (email: string, firstName: string, lastName: string) =>
  changeUser(email, { firstName, lastName });

/** Creates an open alert, because a test cannot wait for the server to open one. */
export async function openAlert(rule: string): Promise<string> {
  const _id = randomBytes(9).toString("base64url");
  const openedAt = new Date();
  const opened = { at: openedAt, what: "opened", by: null };
  await withDatabase((connection) =>
    connection.collection<{ _id: string; [name: string]: unknown }>("alerts").insertOne({
      _id,
      rule,
      severity: "warning",
      state: "open",
      openedAt,
      resolvedAt: null,
      value: 7,
      worst: 7,
      threshold: 5,
      history: [opened],
    }),
  );
  return _id;
}
