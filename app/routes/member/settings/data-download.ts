import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { exportDownloads } from "~/domain/portability/export-downloads.server";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { download } from "~/http/download.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";

const OVER = {
  title: t("This download link has expired"),
  text: t("It works once, for five minutes. Please ask for a new one."),
  tone: "info",
} as const;

/** Gives the file that `/settings/data` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const wanted = await exportDownloads.take(member, url.searchParams.get("ticket") ?? "");
    if (!wanted) return redirectWithToast(addresses.settingsData(), OVER);
    return download(await exportJournal(member, wanted.format, wanted.filters));
  });
