import { createIfMissing, storedBytes } from "#models/db/queries.server";
import { PrayerRequestModel, type PrayerRequestRecord } from "#models/prayers.server";
import { DAY } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import type { AdminAuditKind } from "~/domain/operations/audit";
import { audit } from "~/domain/operations/audit-log.server";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { CARE_MS } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { openForOperator, sealForOperator } from "~/platform/encryption.server";
import { randomToken } from "~/platform/signing.server";
import { REQUEST_LIMITS } from "./intention";
import { checkTextForCrisis } from "./list-intentions.server";
import type { PrayerRequestAction } from "./schema";

/** How long the writer sees a request after its end. */
const AFTER_END_MS = 30 * DAY;
/** Requests on one page; a parish has a few dozen. */
const MAX_SHOWN = 200;

type RequestText = { text: string; initial: string; outcome: string };
type RequestOf<Intent> = Extract<PrayerRequestAction, { intent: Intent }>;

const associatedDataOf = (id: string) => `prayerRequests|${id}`;
const sealText = (id: string, text: RequestText) =>
  sealForOperator(JSON.stringify(text), associatedDataOf(id));
const openText = ({ _id, sealed }: Pick<PrayerRequestRecord, "_id" | "sealed">): RequestText =>
  JSON.parse(openForOperator(storedBytes(sealed), associatedDataOf(_id))) as RequestText;

/** The setting of the prayer list: off, open, or "reviewed", so that a keeper approves each request. */
export const prayerListMode = () => currentInstanceSettings().prayerList;

/** Whether a member may approve, shorten and remove requests. */
export const isKeeper = ({
  isAdmin,
  keepsPrayerList,
}: Pick<Member, "isAdmin" | "keepsPrayerList">): boolean => isAdmin || keepsPrayerList;

const openRequests = () => ({ endedAt: null, openUntil: { $gt: now() } });

/** Requests that a member sees: the open ones, and the member's own for thirty days after their end. */
function visibleTo(member: Member) {
  const isReviewed = prayerListMode() === "reviewed" && !isKeeper(member);
  const others = { ...openRequests(), ...(isReviewed && { approvedAt: { $ne: null } }) };
  return { $or: [others, { userId: member.id, expiresAt: { $gt: now() } }] };
}

/** A prayer request as one viewer sees it. */
export type PrayerRequestView = {
  id: string;
  text: string;
  /** A first name or an initial, or empty. */
  initial: string;
  /** The outcome, shown to the writer only. */
  outcome: string;
  /** The last open day, YYYY-MM-DD. */
  until: string;
  isOwn: boolean;
  isEnded: boolean;
  /** Whether a keeper has to approve the request before other members see it. */
  isWaiting: boolean;
};

/** `recentText` is the text of the member's own requests of the last CARE_MS, for the care note. */
type PrayerList = { requests: PrayerRequestView[]; recentText: string };

/** The prayer list for a member, newest first. Empty while the list is off. */
export async function listPrayerRequests(member: Member): Promise<PrayerList> {
  if (prayerListMode() === "off") return { requests: [], recentText: "" };
  const records = await PrayerRequestModel.find(visibleTo(member))
    .sort({ createdAt: -1 })
    .limit(MAX_SHOWN)
    .lean();
  const since = now().getTime() - CARE_MS;
  const recent = records.filter(
    ({ userId, createdAt }) => userId === member.id && createdAt.getTime() > since,
  );
  return {
    requests: records.map((record) => toView(record, member)),
    recentText: recent.map((record) => openText(record).text).join("\n"),
  };
}

function toView(record: PrayerRequestRecord, { id, timezone }: Member): PrayerRequestView {
  const { text, initial, outcome } = openText(record);
  const isOwn = record.userId === id;
  const isEnded = record.endedAt !== null || record.openUntil <= now();
  return {
    ...{ id: record._id, text, initial, isOwn, isEnded },
    outcome: isOwn ? outcome : "",
    until: localMoment(record.openUntil, timezone).date,
    isWaiting: !isEnded && record.approvedAt === null && prayerListMode() === "reviewed",
  };
}

/** Whether the list has an open request of another member, for the dashboard. */
export async function hasPrayerRequests(member: Member): Promise<boolean> {
  if (prayerListMode() === "off") return false;
  const filter = { ...visibleTo(member), userId: { $ne: member.id } };
  return (await PrayerRequestModel.exists(filter)) !== null;
}

export type AskResult = "ok" | "too_many" | "too_often";

/**
 * Adds a request to the prayer list. "too_many": the member has REQUEST_LIMITS.open open requests. "too_often": the member has
 * asked REQUEST_LIMITS.perDay times within a day; ended and refused requests count too.
 */
export async function askForPrayer(
  member: Member,
  { request, initial = "", days }: Omit<RequestOf<"ask">, "intent" | "consent">,
): Promise<AskResult> {
  if (!(await tryConsume(`prayer requests ${member.id}`, REQUEST_LIMITS.perDay, DAY))) return "too_often";
  // An expired request frees its slot.
  await PrayerRequestModel.updateMany(
    { userId: member.id, openUntil: { $lte: now() }, slot: { $exists: true } },
    { $unset: { slot: "" } },
  );
  const _id = randomToken(16);
  const createdAt = now();
  const openUntil = new Date(createdAt.getTime() + days * DAY);
  const record = {
    ...{ _id, userId: member.id, createdAt, openUntil, endedAt: null },
    sealed: sealText(_id, { text: request, initial, outcome: "" }),
    approvedAt: prayerListMode() === "open" ? createdAt : null,
    expiresAt: new Date(openUntil.getTime() + AFTER_END_MS),
  };
  for (let slot = 0; slot < REQUEST_LIMITS.open; slot++)
    if (await createIfMissing(PrayerRequestModel, { ...record, slot: `${member.id}.${slot}` })) {
      await checkTextForCrisis(request);
      return "ok";
    }
  return "too_many";
}

/** Ends all requests of a member whose account is being deleted, so that others no longer see them. */
export async function endAllRequests(userId: number): Promise<void> {
  const at = now();
  await PrayerRequestModel.updateMany(
    { userId, ...openRequests() },
    { $set: { endedAt: at, expiresAt: new Date(at.getTime() + AFTER_END_MS) }, $unset: { slot: "" } },
  );
}

/** Ends the member's own request. @returns false if there is no such open request */
export async function endRequest(
  member: Member,
  { requestId, outcome = "" }: Omit<RequestOf<"endRequest">, "intent">,
): Promise<boolean> {
  const own = { _id: requestId, userId: member.id, ...openRequests() };
  const record = await PrayerRequestModel.findOne(own).lean();
  if (!record) return false;
  const { modifiedCount } = await PrayerRequestModel.updateOne(own, {
    $set: {
      endedAt: now(),
      sealed: sealText(requestId, { ...openText(record), outcome }),
      expiresAt: new Date(now().getTime() + AFTER_END_MS),
    },
    $unset: { slot: "" },
  });
  return modifiedCount === 1;
}

/** Approves, shortens or removes a request. The caller has checked `isKeeper`. @returns false if there is no such open request */
export async function moderateRequest(
  keeper: Member,
  action: RequestOf<"approveRequest" | "removeRequest" | "shortenRequest">,
): Promise<boolean> {
  const filter = { _id: action.requestId, ...openRequests() };
  const record = await PrayerRequestModel.findOne(filter).lean();
  if (!record) return false;
  if (action.intent === "approveRequest") {
    await PrayerRequestModel.updateOne(filter, { $set: { approvedAt: now() } });
    return true;
  }
  let kind: AdminAuditKind = "admin.prayer_request_removed";
  if (action.intent === "removeRequest") await PrayerRequestModel.deleteOne(filter);
  else {
    const sealed = sealText(record._id, { ...openText(record), text: action.request });
    await PrayerRequestModel.updateOne(filter, { $set: { sealed } });
    kind = "admin.prayer_request_shortened";
  }
  // The audit log omits the writer's id, so that it does not connect a request with a member.
  await audit({ kind, actorId: keeper.id });
  return true;
}

/** The member's own requests in an export. */
export async function exportPrayerRequests(member: Member) {
  const records = await PrayerRequestModel.find({ userId: member.id, expiresAt: { $gt: now() } })
    .sort({ createdAt: 1 })
    .lean();
  return records.map((record) => {
    const { text, initial, outcome } = openText(record);
    const { createdAt, openUntil, endedAt } = record;
    return { request: text, initial, outcome, createdAt, openUntil, endedAt };
  });
}
