import { AlertWatchModel, type AlertWatchRecord } from "#models/alert-watch.server";
import { AlertModel } from "#models/alert.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { addNotes } from "~/domain/administration/health/metric-minutes.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { mailAlert } from "./mail-alert.server";
import { MEASURES } from "./measures.server";
import { ALERT_RULES, type AlertRule } from "./rules-data";
import { isBreach, nextWatch, worse, type Limit } from "./watch";

/**
 * One look at every rule, each minute, by one process at a time. What happens is written to the
 * alert first and to the watch second; a round that is cut off in between finds the alert again by its watch's number.
 */
export async function checkAlerts(signal?: AbortSignal): Promise<void> {
  await addNotes();
  for (const rule of ALERT_RULES) {
    if (signal?.aborted) return;
    await checkRule(rule);
  }
}

/** Creates the rule's record on the first check. */
async function watchOf(rule: AlertRule): Promise<AlertWatchRecord> {
  const found = await AlertWatchModel.findById(rule.key).lean();
  if (found) return found;
  try {
    await AlertWatchModel.create({ _id: rule.key });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
  return (await AlertWatchModel.findById(rule.key).lean()) as AlertWatchRecord;
}

async function checkRule(rule: AlertRule): Promise<void> {
  const record = await watchOf(rule);
  const value = await measured(rule);
  const before = {
    breaching: record.breaching,
    calm: record.calm,
    open: record.alertId !== null,
  };
  const { watch, event } = nextWatch(before, value, rule);
  let { alertId } = record;
  if (event === "open" && value !== null) alertId = await openAlert(rule, value);
  else if (event === "calm" && alertId) {
    await calmAlert(rule, alertId);
    alertId = null;
  } else if (alertId && value !== null) await noteWorst(alertId, value, rule);
  await AlertWatchModel.updateOne(
    // Compare-and-set: an administrator who resolves the alert during the check wins.
    { _id: rule.key, alertId: record.alertId },
    {
      $set: {
        breaching: watch.breaching,
        calm: watch.calm,
        alertId,
        value,
        checkedAt: now(),
      },
    },
  );
}

/** One measure that fails must not keep the others from being taken. */
async function measured({ key }: AlertRule): Promise<number | null> {
  try {
    return await MEASURES[key]();
  } catch (error) {
    log.error("alert.not_measured", error, { rule: key });
    return null;
  }
}

async function openAlert(rule: AlertRule, value: number): Promise<string> {
  // One that was opened just before this round was cut off is the same.
  const open = await AlertModel.findOne({ rule: rule.key, state: { $ne: "resolved" } }).lean();
  if (open) return open._id;
  const at = now();
  const _id = randomToken(12);
  await AlertModel.create({
    _id,
    rule: rule.key,
    severity: rule.severity,
    state: "open",
    openedAt: at,
    value,
    worst: value,
    threshold: rule.threshold,
    history: [{ at, what: "opened", by: null }],
  });
  log.warn("alert.opened", { rule: rule.key, value, threshold: rule.threshold });
  if (rule.mail) await mailAlert("opened", rule, { id: _id, value, threshold: rule.threshold });
  return _id;
}

async function calmAlert(rule: AlertRule, _id: string): Promise<void> {
  const at = now();
  const alert = await AlertModel.findOneAndUpdate(
    { _id, state: { $ne: "resolved" } },
    {
      $set: { state: "resolved", resolvedAt: at },
      $push: { history: { at, what: "calmed", by: null } },
    },
  ).lean();
  if (!alert) return;
  log.info("alert.over", { rule: rule.key });
  if (rule.mail) await mailAlert("over", rule, { id: _id, value: alert.worst, threshold: alert.threshold });
}

async function noteWorst(_id: string, value: number, limit: Limit): Promise<void> {
  if (!isBreach(value, limit)) return;
  const alert = await AlertModel.findById(_id).select({ worst: 1 }).lean();
  if (!alert || worse(alert.worst, value, limit) === alert.worst) return;
  await AlertModel.updateOne({ _id }, { $set: { worst: value } });
}
