import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import type { ShownContent } from "~/domain/journal/entries/shown";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { EntryPicture, EntryPictures } from "./entry-pictures";
import { TalkButton } from "./talk-about";
import { ShownText } from "./written-text";

type Props = {
  content: ShownContent;
  level?: "h2" | "h3" | "h4";
  /** Where it goes on, if only the beginning of a long text is shown. */
  rest?: string;
};

/** The text of an entry: each answer under its question, then the page, the mood and the tags. */
export function EntryText({ content, level = "h2", rest }: Props) {
  const Heading = level;
  const answers = content.answers.filter(({ text }) => typeof text !== "string" || text.trim());
  // One answer alone is the entry, which has its own button.
  const isDivided = answers.length > 1;
  return (
    <div className="space-y-8">
      {answers.map(({ key, question, text }) => (
        <section key={key}>
          <Heading dir="auto" className="printed-question mb-1 text-base font-medium text-muted">
            {question}
          </Heading>
          <ShownText text={text} />
          {isDivided && <TalkButton part={key} of={question} />}
        </section>
      ))}
      {content.body && <ShownText text={content.body} />}
      {content.placed?.map((part, at) =>
        typeof part === "object" && "id" in part ? (
          <EntryPicture key={part.id} picture={part} name={t("Picture")} />
        ) : (
          <ShownText key={at} text={part} />
        ),
      )}
      {content.pictures && <EntryPictures pictures={content.pictures} />}
      {content.goesOn && rest && (
        <p>
          <Link to={rest}>{t("Read on")}</Link>
        </p>
      )}
      {content.mood && (
        <p className="text-muted">
          <Trans>
            Mood: <bdi>{content.mood}</bdi>
          </Trans>
        </p>
      )}
      {content.tags.length > 0 && (
        <ul aria-label={t("Tags")} className="flex flex-wrap gap-x-4 gap-y-1">
          {content.tags.map((tag) => (
            <li key={tag} dir="auto">
              <Link to={addresses.history({ tag })}>#{tag}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
