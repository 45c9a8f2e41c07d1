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

export async function readAlert(id: string): Promise<(AlertLine & { history: AlertStep[] }) | null> {
  const alert = await AlertModel.findById(id).lean();
  return alert && { ...lineOf(alert), history: alert.history };
}

export type AlertMove = "acknowledge" | "note" | "resolve";

/** Takes an alert a step on, with a note. False when it is not there or is already past that step. */
export async function moveAlert(
  administrator: Member,
  id: string,
  move: AlertMove,
  note: string,
): Promise<boolean> {
  const at = now();
  const step = (what: AlertStep["what"]) => ({
    $push: { history: { at, what, by: administrator.id, note } },
  });
  const change = {
    acknowledge: [
      { _id: id, state: "open" },
      { $set: { state: "acknowledged" }, ...step("acknowledged") },
    ],
    note: [{ _id: id }, step("noted")],
    resolve: [
      { _id: id, state: { $ne: "resolved" } },
      { $set: { state: "resolved", resolvedAt: at }, ...step("resolved") },
    ],
  }[move] as [object, object];
  const alert = await AlertModel.findOneAndUpdate(change[0], change[1]).lean();
  if (!alert) return false;
  // Resolved while the trouble lasts: it stays quiet until things have been calm once.
  if (move === "resolve")
    await AlertWatchModel.updateOne(
      { _id: alert.rule, alertId: id },
      { $set: { alertId: null, hushed: true } },
    );
  const kinds: Record<AlertMove, AdminAuditKind> = {
    acknowledge: "admin.alert_acknowledged",
    note: "admin.alert_noted",
    resolve: "admin.alert_resolved",
  };
  await audit({ kind: kinds[move], actorId: administrator.id, details: { rule: alert.rule } });
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
