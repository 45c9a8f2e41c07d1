import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { entryOfLongAgo } from "~/domain/journal/history/random-entry.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";

/** "Open one of long ago": another one each time. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const id = await entryOfLongAgo(member);
    if (id) return redirect(addresses.entry(id));
    return redirectWithToast(addresses.history(), {
      title: t("Nothing here is of long ago yet."),
      tone: "info",
    });
  });
