import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { takeExportTicket } from "~/domain/portability/export-ticket.server";
import { download } from "~/http/download.server";
import { leaverLoader } from "~/http/loaders.server";

/** The file that `/leaving` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  leaverLoader(args, async ({ url, leaver }) => {
    const wish = await takeExportTicket(leaver.member, url.searchParams.get("ticket") ?? "");
    if (!wish) throw redirect("/leaving");
    return download(await exportJournal(leaver.member, wish.format));
  });
