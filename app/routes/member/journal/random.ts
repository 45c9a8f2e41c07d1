import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { randomOldEntry } from "~/domain/journal/history/on-this-day.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Redirects to a random old entry. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const id = await randomOldEntry(member);
    if (id) return redirect(paths.entry(id));
    return redirectWithToast(paths.history(), {
      title: t("There are no older pages yet."),
      tone: "info",
    });
  });
