import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { takeExportTicket } from "~/domain/portability/export-ticket.server";
import { download } from "~/http/download.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { downloadWords } from "~/words/settings/download";

const OVER = {
  title: downloadWords.thisDownloadIsOver,
  text: downloadWords.thisDownloadIsOverText,
  tone: "info",
} as const;

/** Gives the file that `/settings/data` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const wish = await takeExportTicket(member, url.searchParams.get("ticket") ?? "");
    if (!wish) return redirectWithToast("/settings/data", OVER);
    return download(await exportJournal(member, wish.format, wish.filters));
  });
