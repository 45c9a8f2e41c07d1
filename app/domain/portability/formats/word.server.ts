import type { ImportFormat } from "~/domain/portability/import-format";
import { isZip } from "~/domain/portability/reading/archive-files";
import { parseMoment } from "~/domain/portability/reading/days";
import { documentEntries } from "~/domain/portability/reading/document-days.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import { t } from "~/i18n/t";
import { readWordDocument } from "~/platform/word-document.server";

export const word: ImportFormat = {
  source: "word",
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
