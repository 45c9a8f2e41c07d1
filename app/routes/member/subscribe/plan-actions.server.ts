import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Member } from "~/domain/member/member";
import {
  cancelAtPeriodEnd,
  openPortal,
  pausePlan,
  resumePlan,
  startCheckout,
  undoCancellation,
  type CheckoutResult,
} from "~/domain/plans/billing/paid-plan.server";
import type { SubscribeSchema } from "~/domain/plans/schema";
import {
  ALREADY_PAID,
  KEY_REFUSALS,
  NOTHING_TO_CANCEL,
  PAYMENTS_OFF,
  PAYMENTS_REFUSED,
  PAYMENTS_UNAVAILABLE,
  SAME_PLAN,
  tooManyKeys,
  type CancelReason,
} from "~/domain/plans/texts";
import { redeemKey } from "~/domain/plans/trial-keys/redeem-key.server";
import { describePlanState } from "~/domain/plans/view-plans.server";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormContext } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Value = z.output<typeof SubscribeSchema>;
type Context = FormContext<Value> & { member: Member };
type RefuseResult = ReturnType<Context["refuse"]>;
type Failure = Exclude<CheckoutResult, { ok: true }>["code"] | "nothing";

const FAILURES: Record<Failure, { status: number; text: string }> = {
  away: { status: 503, text: PAYMENTS_UNAVAILABLE },
  refused: { status: 409, text: PAYMENTS_REFUSED },
  off: { status: 409, text: PAYMENTS_OFF },
  nothing: { status: 409, text: NOTHING_TO_CANCEL },
  same_plan: { status: 409, text: SAME_PLAN },
  already_paid: { status: 409, text: ALREADY_PAID },
};

function refuseFailure(code: Failure, refuse: Context["refuse"]): RefuseResult {
  const { status, text } = FAILURES[code];
  const headers = status === 503 ? { "Retry-After": "60" } : undefined;
  return refuse({ status, notice: { title: t("Nothing was changed"), text }, headers });
}

const PAGE = paths.settingsPlan();

/** Buys or changes a plan. Redirects to the payment service. */
export async function handleCheckout(
  context: Context,
  value: Extract<Value, { intent: "checkout" }>,
  key: string,
) {
  const result = await startCheckout(context.member, value, key);
  return result.ok ? redirect(result.url, 303) : refuseFailure(result.code, context.refuse);
}

export async function handlePortal({ member, refuse }: Context) {
  const result = await openPortal(member);
  return result.ok ? redirect(result.url, 303) : refuseFailure(result.code, refuse);
}

export async function handleRedeem({ member, refuse }: Context, key: string): Promise<RefuseResult> {
  const result = await redeemKey(member, key);
  if (result.ok) {
    const text = describePlanState(result.plan, "free", member.timezone).split(". ")[0] ?? "";
    return redirectWithToast(PAGE, { title: t("Key redeemed"), text: `${text}.`, tone: "success" });
  }
  if (result.code === "locked") {
    const { title, text } = tooManyKeys(result.seconds);
    return refuse({
      status: 429,
      notice: { title, text, seconds: result.seconds },
      headers: { "Retry-After": String(result.seconds) },
    });
  }
  const status = result.code === "unknown" ? 404 : 409;
  return refuse({ status, fields: { key: [KEY_REFUSALS[result.code]] } });
}

const CANCELLED = t("Your paid plan is cancelled");
const INTENTS = {
  keep: { run: undoCancellation, title: t("Your paid plan continues") },
  resume: { run: resumePlan, title: t("Your paid plan continues") },
} as const;

export async function handleIntent({ member, refuse }: Context, intent: keyof typeof INTENTS, key: string) {
  const { run, title } = INTENTS[intent];
  const result = await run(member, key);
  return result.ok ? redirectWithToast(PAGE, { title, tone: "success" }) : refuseFailure(result.code, refuse);
}

/** Cancels with one post; the reason is optional. */
export async function handleCancel(
  { member, refuse }: Context,
  reason: CancelReason | undefined,
  key: string,
) {
  const result = await cancelAtPeriodEnd(member, key, reason);
  return result.ok
    ? redirectWithToast(PAGE, { title: CANCELLED, tone: "success" })
    : refuseFailure(result.code, refuse);
}

export async function handlePause({ member, refuse }: Context, months: number, key: string) {
  const result = await pausePlan(member, months, key);
  if (!result.ok) return refuseFailure(result.code, refuse);
  return redirectWithToast(PAGE, { title: t("Your paid plan is paused"), tone: "success" });
}
