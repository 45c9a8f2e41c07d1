import { redirect } from "@remix-run/node";
import type { Feedback } from "~/domain/insights/insight";
import { deleteInsight, remakeInsight, saveFeedback } from "~/domain/insights/week-actions.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import { notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type WeekAction = { intent: "generate" | "delete" } | { intent: "feedback"; feedback: Feedback };

/** Handles the forms of a week, on its own page and in the list. */
export async function handleWeekAction(
  member: Member,
  weekStart: string,
  action: WeekAction,
  mayMake: () => boolean | Promise<boolean>,
): Promise<Response> {
  const here = paths.insightWeek(weekStart);
  switch (action.intent) {
    case "generate":
      if (!(await mayMake())) throw notFound();
      await remakeInsight(member, weekStart);
      return redirect(here);
    case "feedback":
      if (!(await saveFeedback(member, weekStart, action.feedback))) throw notFound();
      return redirectWithToast(here, { title: t("Thank you"), tone: "success" });
    case "delete":
      if (!(await deleteInsight(member, weekStart))) throw notFound();
      return redirectWithToast(paths.insights(), { title: t("Deleted"), tone: "info" });
  }
}
