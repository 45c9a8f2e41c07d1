import type {
  ArchiveView,
  ExtraRecords,
  ForeignResult,
  ReadContext,
} from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import type { FormatSource } from "./format-guides.server";

/** A format of our own also has records beside its entries; `records` is their number before invalid ones are dropped. */
export type ReadResult = ForeignResult | { beside: ExtraRecords; records: number };

/** A program's export, or a kind of file. An item that cannot be read is yielded as a refusal, and the others follow. */
export type ImportFormat = {
  /** Its guide is in format-guides.server.ts. */
  source: FormatSource;
  /** Endings of its files in an archive, lower case and without dot; "" for none. Other files of an archive are not unpacked. */
  endings: readonly string[];
  /** Whether the file is of this format, by its name, its first characters or its JSON. The first format of the table wins. */
  recognise: (file: SourceFile, archive: ArchiveView) => boolean;
  /** Yields the entries as they are read; nothing for a file that only belongs to others. @throws UploadError for the whole file */
  read: (file: SourceFile, context: ReadContext) => Iterable<ReadResult> | AsyncIterable<ReadResult>;
};
