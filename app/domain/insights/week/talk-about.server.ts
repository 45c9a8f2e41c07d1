import { LONGEST_LINE } from "~/domain/conversation/topic";
import {
  addTopic,
  readConversation,
  removeTopic,
  type TopicResult,
} from "~/domain/conversation/topics.server";
import { lineNamed } from "~/domain/insights/line-part";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { readInsight } from "./insights.server";

const idOf = (weekStart: string, part: string) => `${weekStart}.${part}`;

/** The lines of a week that are marked, by their parts. */
export async function topicsOfWeek(member: Member, weekStart: string): Promise<string[]> {
  const { topics } = await readConversation(member);
  const before = idOf(weekStart, "");
  return topics.flatMap(({ id }) => (id.startsWith(before) ? [id.slice(before.length)] : []));
}

/** Marks a line of a week that was looked back on, as it reads now, or takes the mark away. */
export async function actOnLine(
  member: Member,
  weekStart: string,
  intent: "talk" | "untalk",
  part: string,
): Promise<TopicResult | { ok: false; code: "not_found" }> {
  const id = idOf(weekStart, part);
  if (intent === "untalk") {
    await removeTopic(member, id);
    return { ok: true };
  }
  const insight = await readInsight(member, weekStart);
  const found = insight?.content && lineNamed(insight.content, part);
  if (!found) return { ok: false, code: "not_found" };
  const { entryId: entry, text } = found;
  const line = {
    date: (entry && insight.days[entry]) || weekStart,
    from: entry ? t("Looking back on your week") : t("A question for the days to come"),
    passage: "",
    text: text.slice(0, LONGEST_LINE).toWellFormed(),
  };
  return addTopic(member, { id, line, week: weekStart, ...(entry && { entry }) });
}
