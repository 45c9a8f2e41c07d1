import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Field } from "~/components/forms/field";
import { WritingArea } from "~/components/forms/writing-area";
import { Disclosure } from "~/components/ui/disclosure";
import { CONTENT_LIMITS, type PageFields } from "~/domain/journal/entries/content";
import { SHORT_TEXT_NAMES, SHORT_TEXTS } from "~/domain/journal/entries/short-texts";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export type FreeValues = Record<keyof PageFields, string>;
type Metas = { [K in keyof FreeValues]: FieldMetadata<string, Record<string, unknown>> };

/**
 * Maximum of suggested tags in the hint. Few, because a datalist choice replaces the whole field and a second tag
 * must be typed.
 */
const MAX_HINTED_TAGS = 6;

type Props = {
  fields: Metas;
  /** Recently used tags. */
  suggestedTags: string[];
  /** Field of the day, if it can be changed, and whether its disclosure is initially open. */
  day?: { field: ReactNode; isOpen: boolean };
};

/** Fields of a free page, for writing and for editing. */
export function FreeFields({ fields, suggestedTags, day }: Props) {
  const { title, body, tags } = fields;
  const labels = SHORT_TEXT_NAMES.map((name) => SHORT_TEXTS[name].label.toLowerCase()).join(", ");
  const hintedTags = suggestedTags.slice(0, MAX_HINTED_TAGS).join(", ");
  return (
    <>
      <WritingArea
        meta={body}
        label={t("Your words")}
        labelHidden
        size="long"
        maxLength={CONTENT_LIMITS.answer}
      />
      <Disclosure
        title={
          day
            ? t("More: title, tags, {labels}, day", { labels })
            : t("More: title, tags, {labels}", { labels })
        }
        open={
          [title, tags, ...SHORT_TEXT_NAMES.map((name) => fields[name])].some(
            ({ initialValue, errors }) => initialValue || errors,
          ) ||
          (day !== undefined && day.isOpen)
        }
        className="text-sm text-muted"
      >
        <div className="grid grid-cols-1 gap-5 pt-3 text-base text-ink sm:grid-cols-2">
          <Field
            meta={title}
            label={t("Title")}
            hint={t("Optional.")}
            autoComplete="off"
            maxLength={CONTENT_LIMITS.title}
            className="sm:col-span-2"
          />
          <Field
            meta={tags}
            label={t("Tags")}
            hint={
              suggestedTags.length > 0 ? (
                <Trans>
                  Separate tags with commas. Recent: <bdi>{hintedTags}</bdi>
                </Trans>
              ) : (
                t("Separate tags with commas.")
              )
            }
            autoComplete="off"
            list={`${tags.id}-own`}
          />
          <datalist id={`${tags.id}-own`}>
            {suggestedTags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          {SHORT_TEXT_NAMES.map((name) => (
            <Field
              key={name}
              meta={fields[name]}
              label={SHORT_TEXTS[name].label}
              hint={SHORT_TEXTS[name].hint}
              autoComplete="off"
              maxLength={SHORT_TEXTS[name].limit}
            />
          ))}
          {day?.field}
        </div>
      </Disclosure>
    </>
  );
}

/** The Markdown that a free page understands, at the foot of its form. */
export function FormattingHelp() {
  return (
    <Disclosure title={t("How to format text")} open={false} className="text-sm text-muted">
      <p className="max-w-measure pb-3">
        {t(
          "Plain text is fine. A little Markdown works too: *italic*, **bold**, # a heading, > a quotation, or a list with hyphens.",
        )}
      </p>
    </Disclosure>
  );
}
