import { z } from "zod";
import { AlertModel, AlertWatchModel, type AlertRecord, type AlertStep } from "#models/alert.server";
import { afterCursor, splitPage } from "#models/db/queries.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { CURSOR_PARTS, cursorCodec, type ListPage } from "~/domain/operations/paging";
import { t } from "~/i18n/t";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { now } from "~/platform/clock";
import { ALERT_RULES, alertRule, type AlertRuleKey } from "./alert-rules";

type AlertState = AlertRecord["state"];
type AlertFilters = { state?: AlertState; rule?: AlertRuleKey };
export type AlertRow = Pick<
  AlertRecord,
  "rule" | "severity" | "state" | "openedAt" | "resolvedAt" | "worst" | "threshold"
> & { id: string; name: string; unit: string };

const toRow = (alert: Omit<AlertRecord, "history">): AlertRow => ({
  id: alert._id,
  rule: alert.rule,
  name: alertRule(alert.rule).name,
  unit: alertRule(alert.rule).unit,
  severity: alert.severity,
  state: alert.state,
  openedAt: alert.openedAt,
  resolvedAt: alert.resolvedAt,
  worst: alert.worst,
  threshold: alert.threshold,
});

/** Unresolved alerts, newest first. */
export async function listOpenAlerts(): Promise<AlertRow[]> {
  const alerts = await AlertModel.find({ state: { $in: ["open", "acknowledged"] } })
    .sort({ openedAt: -1, _id: -1 })
    .limit(100)
    .select({ history: 0 })
    .lean();
  return alerts.map(toRow);
}

const CURSORS = cursorCodec<{ at: Date; id: string }>({ at: CURSOR_PARTS.milliseconds, id: CURSOR_PARTS.id });

/** A page of all alerts, newest first. */
export async function listAlerts(
  filters: AlertFilters,
  cursor: string | null = null,
  size = 50,
): Promise<ListPage<AlertRow>> {
  const before = CURSORS.read(cursor);
  const conditions = Object.entries(filters).filter(([, value]) => value !== undefined);
  const alerts = await AlertModel.find({
    ...Object.fromEntries(conditions),
    ...(before && {
      openedAt: { $lte: before.at },
      $or: afterCursor({ openedAt: before.at, _id: before.id }),
    }),
  })
    .sort({ openedAt: -1, _id: -1 })
    .limit(size + 1)
    .select({ history: 0 })
    .lean();
  const { shown, last } = splitPage(alerts, size);
  return {
    rows: shown.map(toRow),
    next: last ? CURSORS.write({ at: last.openedAt, id: last._id }) : null,
    isFirst: before === undefined,
  };
}

type ShownStep = Omit<AlertStep, "what"> & { what: Exclude<AlertStep["what"], "noted"> };

export async function readAlert(id: string): Promise<(AlertRow & { history: ShownStep[] }) | null> {
  const alert = await AlertModel.findById(id).lean();
  if (!alert) return null;
  // Notes exist in old records only, and are no longer shown.
  const history = alert.history.flatMap(({ at, what, by }) => (what === "noted" ? [] : [{ at, what, by }]));
  return { ...toRow(alert), history };
}

type AlertChange = "acknowledge" | "resolve";

export const AlertChangeSchema = z.object({
  intent: z.enum(["acknowledge", "resolve"], t("Please use the buttons on this page.")),
});

const CHANGES = {
  acknowledge: { from: ["open"], to: "acknowledged", kind: "admin.alert_acknowledged" },
  resolve: { from: ["open", "acknowledged"], to: "resolved", kind: "admin.alert_resolved" },
} as const;

/** @returns false if the alert does not exist or its state does not permit the change */
export async function changeAlertState(
  administrator: Member,
  id: string,
  change: AlertChange,
): Promise<boolean> {
  const at = now();
  const { from, to, kind } = CHANGES[change];
  const alert = await AlertModel.findOneAndUpdate(
    { _id: id, state: { $in: from } },
    {
      $set: { state: to, ...(to === "resolved" && { resolvedAt: at }) },
      $push: { history: { at, what: to, by: administrator.id } },
    },
  ).lean();
  if (!alert) return false;
  // A lasting problem opens its next alert only after `OPEN_AFTER_CHECKS` further bad checks.
  if (to === "resolved")
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
      // There is nothing to measure without a model.
      isIdle: rule.key === "ai-errors" && !aiEndpoint(),
    };
  });
}
