import { isZip } from "~/domain/portability/reading/archive-files";
import { parseMoment } from "~/domain/portability/reading/days";
import { documentEntries } from "~/domain/portability/reading/document-days.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import { t } from "~/i18n/t";
import { readWordDocument } from "~/platform/word-document.server";
import type { ImportFormat } from "./format";

export const word: ImportFormat = {
  source: "word",
  name: "Word",
  exportSteps: [
    t("Save as Word document (.docx). Google Docs and LibreOffice write it too."),
    t("Name it after its day, such as 2024-05-06.docx, or put a day in a line of its own above each entry."),
  ],
  stays: t("Comments, colours and drawings stay behind."),
  endings: ["docx"],
  recognise: ({ bytes }) => isZip(bytes) && Buffer.from(bytes).includes("word/document.xml"),
  async *read(file, context) {
    const document = await readWordDocument(file.bytes, context.addPicture);
    if (!document) return yield { ok: false, why: t("it cannot be read") };
    const { text, media } = htmlToMarkdown(document.html);
    const written = parseMoment(document.created, context);
    yield* documentEntries({ text, written, left: media }, file, context);
  },
};
