import { createContext, useContext, type ReactNode } from "react";
import { PostForm } from "~/components/forms/post-form";
import { Icon } from "~/components/ui/icon";
import { TALK_ABOUT_LABEL } from "~/domain/journal/conversation/topic";
import { t } from "~/i18n/t";

/** Marked parts of the page; null outside a `TalkAbout`, where nothing can be marked. */
const Marked = createContext<readonly string[] | null>(null);

export function TalkAbout({ marked, children }: { marked: readonly string[]; children: ReactNode }) {
  return <Marked.Provider value={marked}>{children}</Marked.Provider>;
}

/**
 * Toggles the mark "to talk about" of a part of the page. `of` describes the part to screen readers; `place`
 * disambiguates the button where the part appears more than once.
 */
export function TalkButton({ part, of, place }: { part: string; of?: string; place?: string }) {
  const marked = useContext(Marked);
  if (!marked) return null;
  const isMarked = marked.includes(part);
  return (
    <PostForm className="no-print inline">
      <input type="hidden" name="part" value={part} />
      {place && <input type="hidden" name="place" value={place} />}
      <button
        type="submit"
        id={`talk-${place ?? part}`}
        name="intent"
        value={isMarked ? "untalk" : "talk"}
        aria-pressed={isMarked}
        className={`inline-flex min-h-8 items-center gap-1 text-sm underline decoration-line underline-offset-4 hover:text-ink ${isMarked ? "text-ink" : "text-muted"}`}
      >
        {isMarked && <Icon name="check" size={16} />}
        {TALK_ABOUT_LABEL}
        {of && (
          <span dir="auto" className="sr-only">
            {t(": {words}", { words: of.slice(0, 60) })}
          </span>
        )}
      </button>
    </PostForm>
  );
}
