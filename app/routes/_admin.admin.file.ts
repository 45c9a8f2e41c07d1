import type { LoaderFunctionArgs } from "@remix-run/node";
import { takeFileTicket } from "~/domain/administration/file-ticket.server";
import { adminFile } from "~/http/admin-file.server";
import { adminLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { fileWords } from "~/words/admin/file";

const OVER = {
  title: fileWords.thisDownloadIsOver,
  text: fileWords.thisDownloadIsOverText,
  tone: "info",
} as const;

/** Gives the file that a page of the administrators has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url, member }) => {
    const wish = await takeFileTicket(member, url.searchParams.get("ticket") ?? "");
    return wish ? adminFile(wish) : redirectWithToast("/admin-settings", OVER);
  });
