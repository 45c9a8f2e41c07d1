import { localMoment } from "~/domain/calendar/local-day";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { DRAFT_MARK } from "./scribe-draft";
import { readThread } from "./threads.server";

/** Keeps a draft of the Scribe as a free page of the journal, where it can be changed. @returns the entry's id, or null */
export async function keepDraft(
  member: Member,
  threadId: string,
  messageId: string,
  submission: string | undefined,
): Promise<string | null> {
  const thread = await readThread(member, threadId);
  const text = thread?.messages.find(({ id, role }) => id === messageId && role === "coach")?.text;
  if (!text?.startsWith(DRAFT_MARK)) return null;
  const body = text.slice(DRAFT_MARK.length).trim();
  const result = await finishEntry(
    member,
    {
      kind: "free",
      slot: "none",
      forDate: localMoment(now(), member.timezone).date,
      promptSet: "",
      promptIds: [],
      passageRef: "",
      content: {
        ...NO_CONTENT,
        title: /^dear\b/i.test(body) ? t("A draft of a letter") : t("A draft of a prayer"),
        body,
      },
    },
    { submission },
  );
  return result.ok ? result.id : null;
}
