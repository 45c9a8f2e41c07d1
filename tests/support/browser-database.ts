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

/** Ends every session of a person, as time does. */
export async function endSessions(email: string): Promise<void> {
  await withDatabase(async (connection) => {
    const user = await connection.collection("users").findOne({ emailKey: email.toLowerCase() });
    await connection.collection("sessions").deleteMany({ userId: user?._id });
  });
}

/** Locks every session of a person, as time without use does. */
export async function lockSessions(email: string): Promise<void> {
  await withDatabase(async (connection) => {
    const user = await connection.collection("users").findOne({ emailKey: email.toLowerCase() });
    await connection
      .collection("sessions")
      .updateMany({ userId: user?._id }, { $set: { lockedAt: new Date() }, $unset: { keys: "" } });
  });
}

/** For journeys that are not about the guides: no dialog comes over the dashboard. */
export const markGuidesSeen = (email: string) =>
  changeUser(email, { seenTour: true, seenFormationWelcome: true });

/** For journeys that do not begin with the three choices of the first visit. */
export const setPrayerLength = (email: string) => changeUser(email, { "prayer.length": 10 });

/** Makes a person of the browser tests an administrator. */
export const makeAdministrator = (email: string) => changeUser(email, { isAdmin: true });

/** Gives a person of the browser tests a plan, where the pages for it are not what is tested. */
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

/** Sets a person's times and zone, where the page for them is not what is tested. */
export const rememberTimes = (
  email: string,
  times: { timezone: string; morningPromptTime: string; eveningPromptTime: string },
) => changeUser(email, times);

/** Gives a person a first and a last name. */
export const rename = (email: string, firstName: string, lastName: string) =>
  changeUser(email, { firstName, lastName });

/** As if a person had written to coaches until only `left` of today's messages are left, of the Formation Plan's sixty. */
export const setRemainingCoachMessages = (email: string, left: number) =>
  withDatabase(async (connection) => {
    const user = await connection.collection("users").findOne({ emailKey: email.toLowerCase() });
    const { matchedCount } = await connection
      .collection("coachDays")
      .updateOne({ userId: user?._id }, { $set: { count: 60 - left } });
    if (matchedCount !== 1) throw new Error(`${email} has not written to a coach today.`);
  });

/** Ends the day on which a conversation replies only with the text of help. */
export const endFixedDay = (threadId: string) =>
  withDatabase(async (connection) => {
    await connection
      .collection<{ _id: string }>("coachThreads")
      .updateOne({ _id: threadId }, { $set: { fixedUntil: new Date(0) } });
  });

/** An alert that the server has opened, since none can be waited for. */
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
