import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { audit } from "~/domain/operations/audit-log.server";
import { newAbSession } from "~/domain/plans/experiments/assignments.server";
import { VARIANT_TOOL_TEXTS } from "~/domain/plans/experiments/variant";
import { VariantToolSchema } from "~/domain/plans/schema";
import { abSessionCookie, clearAbSession } from "~/http/anonymous-visitor.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import * as paths from "~/paths";

const PAGE = paths.settingsPlan();

/** The form is on the plan page; a GET redirects there. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async () => {
    throw redirect(PAGE);
  });

/** Forces an administrator's variant in this browser, or draws a new one. Never counted. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: VariantToolSchema }, async ({ member, value }) => {
    if (!member.isAdmin) {
      await audit({ kind: "access.denied", actorId: member.id, subjectId: member.id });
      throw new Response(VARIANT_TOOL_TEXTS.refused, { status: 403 });
    }
    if (value.intent === "reset") {
      return redirectWithToast(
        PAGE,
        { title: VARIANT_TOOL_TEXTS.wasReset, tone: "success" },
        { headers: { "Set-Cookie": await clearAbSession() } },
      );
    }
    const variant = value.intent === "force-a" ? "A" : "B";
    const cookie = await abSessionCookie({ ...newAbSession(variant), state: "forced" });
    return redirectWithToast(
      PAGE,
      { title: VARIANT_TOOL_TEXTS.forced(variant), tone: "success" },
      { headers: { "Set-Cookie": cookie } },
    );
  });
