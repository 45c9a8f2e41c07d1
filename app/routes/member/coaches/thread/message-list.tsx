import clsx from "clsx";
import type { ReactNode } from "react";
import { CareNote } from "~/components/safety/care-note";
import { SOFTWARE_REMINDER } from "~/domain/coaches/thread";
import type { ThreadPage } from "~/domain/coaches/thread-page.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Message = ThreadPage["messages"][number];

const NOTES: Record<Exclude<Message["note"], "">, string> = {
  away: t("The language model did not answer. This question comes from this server."),
  stopped: t(
    "The language model began to say something that software must not say here, so we stopped it. This question comes from this server.",
  ),
  limit: t("You have reached today’s limit for the language model. This question comes from this server."),
  cut: t("You stopped the language model before it had said anything. This question comes from this server."),
};

const CUT_SHORT = t("You stopped this answer.");

/** Messages of a conversation, oldest first, with the note that the coach is software. */
export function MessageList({
  coach,
  messages,
  reminders,
  keep,
  children,
}: {
  coach: string;
  messages: Message[];
  reminders: number[];
  /** Renders the form below a draft. */
  keep: (message: Message) => ReactNode;
  /** The answer being streamed. */
  children?: ReactNode;
}) {
  return (
    <ol className="space-y-7">
      {messages.map((message, at) => (
        <li
          key={message.id}
          id={at === messages.length - 1 ? "latest" : undefined}
          tabIndex={-1}
          className="scroll-mt-6"
        >
          {reminders.includes(at) && <Reminder />}
          <OneMessage coach={coach} message={message} />
          {message.isDraft && keep(message)}
        </li>
      ))}
      {reminders.includes(messages.length) && (
        <li>
          <Reminder />
        </li>
      )}
      {children}
    </ol>
  );
}

function Reminder() {
  return <p className="mb-7 border-y border-line py-2 text-sm text-muted">{SOFTWARE_REMINDER}</p>;
}

function OneMessage({ coach, message }: { coach: string; message: Message }) {
  const { role, text, care, kind, note, engine, sentAt } = message;
  const isPerson = role === "person";
  const isCutShort = note === "cut" && engine === "model";
  if (kind === "care" && care) return <CareNote care={care} goOn={paths.freePage()} />;
  return (
    <div className={clsx(isPerson && "border-l-2 border-day pl-5")}>
      <p className="text-sm text-muted">
        <span className="font-medium text-ink">{isPerson ? t("You") : coach}</span> · {sentAt}
        {engine === "model" && ` · ${t("language model")}`}
      </p>
      {note && !isCutShort && <p className="mt-1 text-sm text-muted">{NOTES[note]}</p>}
      {care && <CareNote care={care} className="mt-3" />}
      <MessageText serif={isPerson}>{text ?? t("This message cannot be opened.")}</MessageText>
      {isCutShort && <p className="mt-1 text-sm text-muted">{CUT_SHORT}</p>}
    </div>
  );
}

/** Plain text with line breaks. Model output is never rendered as markup. */
export function MessageText({ serif = false, children }: { serif?: boolean; children: string }) {
  return (
    <p
      dir="auto"
      className={clsx("mt-1 max-w-measure whitespace-pre-wrap break-words", serif && "font-serif text-lg")}
    >
      {children}
    </p>
  );
}
