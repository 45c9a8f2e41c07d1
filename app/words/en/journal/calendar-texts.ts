import { plural } from "~/words/plural";

export const calendarTextsWords = {
  nothingIsWrittenFor: ({ span }: { span: string }) => `Nothing was written for ${span}.`,
  writtenOnDays: ({ count, span }: { count: number; span: string }) =>
    `Written on ${count} ${plural(count, { one: "day", other: "days" })} of ${span}.`,
};
