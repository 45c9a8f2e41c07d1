import type { ActionFunctionArgs } from "@remix-run/node";
import { beginWay, leaveWay } from "~/domain/journal/reflection/way-progress.server";
import { WalkSchema, WAY_HAS_ENDED } from "~/domain/ways/way";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The action of the list of ways and of a way's page: begins or leaves a way. */
export const handleWalkAction = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: WalkSchema }, async ({ value: { intent, way, slot }, member, refuse }) => {
    if (intent === "leave") {
      await leaveWay(member, way);
      return redirectWithToast(paths.ways(), {
        title: t("You have left this way"),
        text: t("What you wrote on it stays in your journal."),
        tone: "info",
      });
    }
    const begun = await beginWay(member, way, slot);
    if (begun.ok)
      return redirectWithToast(paths.way(way), {
        title: slot === "morning" ? t("This way replaces your morning") : t("This way replaces your evening"),
        tone: "success",
      });
    if (begun.code === "over") return refuse({ status: 409, notice: WAY_HAS_ENDED });
    throw notFound();
  });
