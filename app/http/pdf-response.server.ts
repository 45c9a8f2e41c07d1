import { PAPERS, type PaperSize } from "~/domain/print/paper";
import type { PrintedSheets } from "~/domain/print/print-in-worker.server";
import { t } from "~/i18n/t";
import { download } from "./download.server";
import { redirectWithToast } from "./toast.server";

/** The paper that an address asks for; A4 where it asks for none that we have. */
export const paperSizeFrom = ({ searchParams }: URL): PaperSize =>
  PAPERS.find((paper) => paper === searchParams.get("paper")) ?? "a4";

/** Gives sheets that were printed, or leads back to a page that says why they were not. */
export function pdfResponse(
  printed: PrintedSheets,
  fileName: string,
  back: string,
): Response | Promise<Response> {
  if (printed.ok) {
    const { bytes } = printed;
    return download({ fileName, type: "application/pdf", bytes: bytes.length, body: onePiece(bytes) });
  }
  const isBusy = printed.code === "busy";
  return redirectWithToast(back, {
    title: isBusy ? t("Others are printing at the moment") : t("This could not be printed"),
    text: isBusy ? t("Please try again in a minute.") : t("It is longer than a few sheets can be."),
    tone: "info",
  });
}

async function* onePiece(bytes: Uint8Array) {
  yield bytes;
}
