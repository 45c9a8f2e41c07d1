import { AlertWatchModel } from "#models/alert-watch.server";
import { AlertModel, type AlertRecord, type AlertStep } from "#models/alert.server";
import { beyond, onePage } from "#models/db/pages.server";
import type { AdminAuditKind } from "~/domain/audit/admin-words";
import { audit } from "~/domain/audit/log.server";
import type { Member } from "~/domain/member/member";
import { CURSOR_PARTS, cursorsOf } from "~/domain/paging/cursor";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { now } from "~/platform/clock";
import { ALERT_RULES, ruleOf, type AlertRuleKey } from "./rules-data";

/** Reading and handling alerts. */
type AlertState = AlertRecord["state"];
export type AlertFilters = { state?: AlertState; rule?: AlertRuleKey };
export type AlertLine = Pick<
  AlertRecord,
  "rule" | "severity" | "state" | "openedAt" | "resolvedAt" | "worst" | "threshold"
> & { id: string; name: string; unit: string };

const lineOf = (alert: Omit<AlertRecord, "history">): AlertLine => ({
  id: alert._id,
  rule: alert.rule,
  name: ruleOf(alert.rule).name,
  unit: ruleOf(alert.rule).unit,
  severity: alert.severity,
  state: alert.state,
  openedAt: alert.openedAt,
  resolvedAt: alert.resolvedAt,
  worst: alert.worst,
  threshold: alert.threshold,
});

/** What is not resolved yet, newest first. */
export async function openAlerts(): Promise<AlertLine[]> {
  const alerts = await AlertModel.find({ state: { $in: ["open", "acknowledged"] } })
    .sort({ openedAt: -1, _id: -1 })
    .limit(100)
    .select({ history: 0 })
    .lean();
  return alerts.map(lineOf);
}

/** Where a page of alerts begins, for an address, and the way back. */
type AlertCursor = { at: Date; id: string };
export const ALERT_CURSORS = cursorsOf<AlertCursor>({ at: CURSOR_PARTS.milliseconds, id: CURSOR_PARTS.id });

/** A page of all alerts, newest first; it begins after `before`, a moment and a number. */
export async function listAlerts(
  filters: AlertFilters,
  before?: AlertCursor,
  size = 50,
): Promise<{ alerts: AlertLine[]; next: AlertCursor | null }> {
  const alerts = await AlertModel.find({
    ...filters,
    ...(before && {
      openedAt: { $lte: before.at },
      $or: beyond({ openedAt: before.at, _id: before.id }),
    }),
  })
    .sort({ openedAt: -1, _id: -1 })
    .limit(size + 1)
    .select({ history: 0 })
    .lean();
  const { shown, last } = onePage(alerts, size);
  return { alerts: shown.map(lineOf), next: last ? { at: last.openedAt, id: last._id } : null };
}

type ShownStep = Omit<AlertStep, "what"> & { what: Exclude<AlertStep["what"], "noted"> };

export async function readAlert(id: string): Promise<(AlertLine & { history: ShownStep[] }) | null> {
  const alert = await AlertModel.findById(id).lean();
  if (!alert) return null;
  // Notes exist in old records only, and are no longer shown.
  const history = alert.history.flatMap(({ at, what, by }) => (what === "noted" ? [] : [{ at, what, by }]));
  return { ...lineOf(alert), history };
}

export type AlertMove = "acknowledge" | "resolve";

/** @returns false when there is no such alert or it is past that step already */
export async function moveAlert(administrator: Member, id: string, move: AlertMove): Promise<boolean> {
  const at = now();
  const [from, to, kind] = {
    acknowledge: ["open", "acknowledged", "admin.alert_acknowledged"],
    resolve: [{ $ne: "resolved" }, "resolved", "admin.alert_resolved"],
  }[move] as [object | string, AlertState, AdminAuditKind];
  const alert = await AlertModel.findOneAndUpdate(
    { _id: id, state: from as AlertState },
    {
      $set: { state: to, ...(to === "resolved" && { resolvedAt: at }) },
      $push: { history: { at, what: to, by: administrator.id } },
    },
  ).lean();
  if (!alert) return false;
  // The counts begin again, so that a lasting problem needs OPEN_AFTER bad checks for its next alert.
  if (move === "resolve")
    await AlertWatchModel.updateOne(
      { _id: alert.rule, alertId: id },
      { $set: { alertId: null, breaching: 0, calm: 0 } },
    );
  await audit({ kind, actorId: administrator.id, details: { rule: alert.rule } });
  return true;
}

/** Every rule with its last value and whether an alert is open. */
export async function listRules() {
  const watches = await AlertWatchModel.find({}).lean();
  return ALERT_RULES.map((rule) => {
    const watch = watches.find(({ _id }) => _id === rule.key) ?? null;
    return {
      ...rule,
      value: watch?.value ?? null,
      checkedAt: watch?.checkedAt ?? null,
      isStanding: Boolean(watch?.alertId),
      /** What it watches is not set up here. */
      isIdle: rule.key === "ai-errors" && !aiEndpoint(),
    };
  });
}
