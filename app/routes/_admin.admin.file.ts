import type { LoaderFunctionArgs } from "@remix-run/node";
import { takeFileTicket } from "~/domain/administration/file-ticket.server";
import { adminFile } from "~/http/admin-file.server";
import { adminLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";

const OVER = {
  title: "This download is over",
  text: "It is good once, for five minutes. Please ask for it again.",
  tone: "info",
} as const;

/** Gives the file that a page of the administrators has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url, member }) => {
    const wish = await takeFileTicket(member, url.searchParams.get("ticket") ?? "");
    return wish ? adminFile(wish) : redirectWithToast("/admin-settings", OVER);
  });
