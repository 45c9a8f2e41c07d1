import { Link, useSearchParams } from "@remix-run/react";
import clsx from "clsx";
import { createContext, useContext, type ReactNode } from "react";
import { PostForm } from "~/components/forms/post-form";
import { Icon } from "~/components/ui/icon";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Marking = { marked: readonly string[]; isOn: boolean };

/** Ids of the marked parts, and whether the mark buttons are shown. Null outside a `MarkableTopics`, where nothing can be marked. */
const MarkingContext = createContext<Marking | null>(null);

/**
 * Lets a member mark parts of the page as topics for a conversation with a friend or spiritual director. `?mark=1` shows the
 * buttons of `TopicMarkButton`.
 */
export function MarkableTopics({ marked, children }: { marked: readonly string[]; children: ReactNode }) {
  const [query] = useSearchParams();
  return (
    <MarkingContext.Provider value={{ marked, isOn: query.get("mark") === "1" }}>
      {children}
    </MarkingContext.Provider>
  );
}

export const useMarking = (): Marking | null => useContext(MarkingContext);

/** Link that shows or hides the mark buttons. With `isFirst` it explains them, for a member who has never marked anything. */
export function MarkControl({ isFirst, className }: { isFirst: boolean; className?: string }) {
  const marking = useMarking();
  const [query] = useSearchParams();
  if (!marking) return null;
  const { marked, isOn } = marking;
  const toggled = new URLSearchParams(query);
  if (isOn) toggled.delete("mark");
  else toggled.set("mark", "1");
  return (
    <div id="mark" className={clsx("no-print", className)}>
      {isOn && isFirst && (
        <p className="max-w-measure text-muted">
          {t(
            "Mark what you would like to bring to a talk with a friend or director. Nothing is sent to anyone.",
          )}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-6">
        <Link
          to={`?${toggled.toString()}`}
          preventScrollReset
          className={clsx("inline-flex min-h-11 items-center gap-2", isOn && "font-medium")}
        >
          <Icon name={isOn ? "check" : "message-circle"} />
          {isOn ? t("Done marking") : t("Mark to talk about")}
        </Link>{" "}
        {marked.length > 0 && (
          <Link to={paths.conversation()} className="inline-flex min-h-11 items-center">
            {t("Everything you have marked")}
          </Link>
        )}
      </p>
    </div>
  );
}

type TalkButtonProps = {
  part: string;
  /** Text of the part, which distinguishes the button for screen readers. */
  of?: string;
  label?: string;
};

/** Marks a part of the page as a topic: a toggle button with `?mark=1`, otherwise a tick if the part is marked. */
export function TopicMarkButton({ part, of, label = t("Mark") }: TalkButtonProps) {
  const marking = useMarking();
  if (!marking) return null;
  const isMarked = marking.marked.includes(part);
  if (!marking.isOn)
    return isMarked ? (
      <span className="no-print inline-flex items-center gap-1 text-sm text-accent">
        <Icon name="check" size={16} />
        {t("Marked")}
      </span>
    ) : null;
  return (
    <PostForm className="no-print inline">
      <input type="hidden" name="part" value={part} />
      <button
        type="submit"
        id={`talk-${part}`}
        name="intent"
        value={isMarked ? "untalk" : "talk"}
        aria-pressed={isMarked}
        className="inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-ink"
      >
        <span
          aria-hidden
          className={clsx(
            "flex size-5 shrink-0 items-center justify-center rounded border",
            isMarked ? "border-accent bg-accent text-accent-ink" : "border-edge",
          )}
        >
          {isMarked && <Icon name="check" size={16} />}
        </span>
        {label}
        {of && (
          <span dir="auto" className="sr-only">
            {t(": {words}", { words: of.slice(0, 60) })}
          </span>
        )}
      </button>
    </PostForm>
  );
}
