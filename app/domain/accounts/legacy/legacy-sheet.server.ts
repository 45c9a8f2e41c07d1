import { renewRecoveryCodes } from "~/domain/accounts/sealing/seal-journal.server";
import { formatDate } from "~/domain/calendar/local-day";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import { printSheets, type PrintedSheets } from "~/domain/print/print-in-worker.server";
import type { BookPart, PaperSize } from "~/domain/print/print-task";
import { t } from "~/i18n/t";
import { linkOrigin } from "~/platform/request-context.server";

type NewCode =
  | { ok: true; code: string }
  | Exclude<Awaited<ReturnType<typeof renewRecoveryCodes>>, { ok: true }>;

/** Replaces the recovery codes of a sealed journal, and returns the one for the sheet. */
export async function createSheetCode(member: Member, password: string, network: string): Promise<NewCode> {
  if (!member.sealed) return { ok: false, code: "changed" };
  const result = await renewRecoveryCodes(member, password, network);
  return result.ok ? { ok: true, code: result.codes[0] ?? "" } : result;
}

/** Links from the form that made a code to its sheet, because a page's action cannot respond with a file. */
export const sheetTickets = downloadTickets<{ code: string }>("export");

/** Prints the sheet for the drawer: a recovery code, or lines to write one on, and two sentences. */
export function printLegacySheet(
  member: Member,
  code: string | null,
  paper: PaperSize,
): Promise<PrintedSheets> {
  const cover = {
    title: t("For the drawer"),
    name: `${member.firstName} ${member.lastName}`.trim(),
    span: formatDate(todayIn(member.timezone)),
  };
  return printSheets({ kind: "sheets", cover, paper, look: member.look }, sheetParts(code));
}

async function* sheetParts(code: string | null): AsyncGenerator<BookPart[]> {
  const site = await Promise.resolve(new URL(linkOrigin()).host);
  yield [
    {
      blocks: [
        {
          style: "text",
          text: t("I keep a sealed journal with Still and Know, at {site}, and only this code opens it.", {
            site,
          }),
        },
        code === null
          ? { style: "heading", text: t("Recovery code:"), lines: 2 }
          : { style: "title", text: code },
        {
          style: "text",
          text: t(
            "If my journal is given to you one day, the email that brings you the link asks for it; until then, please leave this sheet where it is.",
          ),
        },
      ],
    },
  ];
}
