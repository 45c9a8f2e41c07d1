import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  createSheetCode,
  printLegacySheet,
  SheetSchema,
  sheetTickets,
} from "~/domain/accounts/legacy/choose-legacy.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { NO_LEGACY_MAIL } from "~/domain/accounts/texts";
import { clientNetwork } from "~/http/client-address.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { expiredDownloadResponse, paperSizeFrom, pdfResponse } from "~/http/responses.server";
import { keyChangeRefusal } from "~/http/unlock.server";
import * as paths from "~/paths";

const PAGE = paths.settingsDataLegacy();
const FILE_NAME = "for-the-drawer.pdf";

/** The printable sheet. With a ticket it has the recovery code that was just created, otherwise lines to write a code on. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const ticket = url.searchParams.get("ticket");
    const made = ticket === null ? null : await sheetTickets.take(member, ticket);
    if (ticket !== null && !made) return expiredDownloadResponse(PAGE);
    return pdfResponse(
      await printLegacySheet(member, made?.code ?? null, paperSizeFrom(url)),
      FILE_NAME,
      PAGE,
    );
  });

/** Makes new recovery codes and prints one of them. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SheetSchema }, async ({ request, member, value, refuse }) => {
    if (!currentInstance().sendsMail) return refuse({ status: 409, notice: NO_LEGACY_MAIL });
    const made = await createSheetCode(member, value.currentPassword, clientNetwork(request));
    if (!made.ok) return refuse(keyChangeRefusal(made));
    const paper = paperSizeFrom(new URL(request.url));
    return pdfResponse(await printLegacySheet(member, made.code, paper), FILE_NAME, PAGE);
  });
