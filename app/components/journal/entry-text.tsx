import { Link } from "@remix-run/react";
import { RenderedProse } from "~/components/ui/prose";
import { formatNumber } from "~/domain/calendar/locale";
import { labelledShortTexts } from "~/domain/journal/entries/content";
import type { RenderedContent } from "~/domain/journal/entries/entry";
import type { Picture } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { TopicMarkButton } from "./talk-about";

/** List of pictures, each linked to its own page. Known sizes prevent layout shifts. */
function EntryPictures({ pictures }: { pictures: readonly Picture[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label={t("Pictures")} className="flex flex-wrap items-start gap-4">
      {pictures.map((picture, at) => (
        <li key={picture.id}>
          <EntryPicture picture={picture} name={t("Picture {number}", { number: at + 1 })} />
        </li>
      ))}
    </ul>
  );
}

/** Picture with its caption. `name` is the accessible name of a picture without a caption. */
function EntryPicture({ picture, name }: { picture: Picture; name: string }) {
  const { id, width, height, text } = picture;
  return (
    <figure className="max-w-xs break-inside-avoid">
      <Link to={paths.pictureView(id)} className="inline-block">
        <img
          src={paths.picture(id, { size: "small" })}
          alt={text || name}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="h-48 w-auto max-w-full rounded-lg object-contain"
        />
      </Link>
      {text && (
        <figcaption dir="auto" className="mt-1 text-sm text-muted" aria-hidden="true">
          {text}
        </figcaption>
      )}
    </figure>
  );
}

type EntryTextProps = {
  content: RenderedContent;
  level?: "h2" | "h3" | "h4";
  /** Path to the rest of a long text, if only its beginning is shown. */
  rest?: string;
};

/** Answers under their questions, then the body, the short texts and the tags. */
export function EntryText({ content, level = "h2", rest }: EntryTextProps) {
  const Heading = level;
  const answers = content.answers.filter(({ text }) => typeof text !== "string" || text.trim());
  // An entry with a single answer is marked as a whole, so the answer has no button.
  const isDivided = answers.length > 1;
  return (
    <div className="space-y-8">
      {answers.map(({ key, question, text }) => (
        <section key={key}>
          <Heading dir="auto" className="printed-question mb-1 text-base font-medium text-muted">
            {question}
          </Heading>
          <RenderedProse text={text} />
          {isDivided && <TopicMarkButton part={key} of={question} />}
        </section>
      ))}
      {content.body && <RenderedProse text={content.body} />}
      {content.placed?.map((part, at) =>
        typeof part === "object" && "id" in part ? (
          <EntryPicture key={part.id} picture={part} name={t("Picture")} />
        ) : (
          <RenderedProse key={at} text={part} />
        ),
      )}
      {content.pictures && <EntryPictures pictures={content.pictures} />}
      {content.isTruncated && rest && (
        <p>
          <Link to={rest}>{t("Read on")}</Link>
        </p>
      )}
      {labelledShortTexts(content).map(({ label, text }) => (
        <p key={label} className="text-muted">
          <Trans>
            {label}: <bdi>{text}</bdi>
          </Trans>
        </p>
      ))}
      {content.tags.length > 0 && (
        <ul aria-label={t("Tags")} className="flex flex-wrap gap-x-4 gap-y-1">
          {content.tags.map((tag) => (
            <li key={tag} dir="auto">
              <Link to={paths.history({ tag })}>#{tag}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type TextPagesProps = {
  page: number;
  pages: number;
  /** Path of a page. */
  at: (page: number) => string;
};

/** Pagination of a long text; renders nothing for a single page. */
export function TextPages({ page, pages, at }: TextPagesProps) {
  if (pages === 1) return null;
  return (
    <nav
      aria-label={t("Pages of this text")}
      className="no-print mt-8 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-4"
    >
      {page > 1 && (
        <Link to={at(page - 1)} rel="prev" className="inline-flex min-h-11 items-center gap-1.5">
          <span aria-hidden>{"‹ "}</span>
          {t("Previous page")}
        </Link>
      )}{" "}
      <span className="text-muted">
        {t("Page {page} of {pages}", { page: formatNumber(page), pages: formatNumber(pages) })}
      </span>{" "}
      {page < pages && (
        <Link to={at(page + 1)} rel="next" className="inline-flex min-h-11 items-center gap-1.5">
          {t("Next page")}
          <span aria-hidden>{" ›"}</span>
        </Link>
      )}
    </nav>
  );
}
