import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { adminDownloads } from "~/domain/administration/downloads.server";
import { adminFile } from "~/http/admin-file.server";
import { adminLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";

const OVER = {
  title: t("This download link has expired"),
  text: t("It works once, for five minutes. Please ask for a new one."),
  tone: "info",
} as const;

/** Gives the file that a page of the administrators has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url, member }) => {
    const wanted = await adminDownloads.take(member, url.searchParams.get("ticket") ?? "");
    return wanted ? adminFile(wanted) : redirectWithToast(addresses.adminSettings(), OVER);
  });
