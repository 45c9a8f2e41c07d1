import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import * as addresses from "~/addresses";
import { unlessUnreached, type SentReply } from "~/browser/send-or-explain";
import { sendOrKeep } from "~/browser/send-or-keep";
import { savedAtInWords } from "~/domain/calendar/day-in-words";
import { isDay } from "~/domain/calendar/local-day";
import { dayLine } from "~/domain/journal/entries/day-line";
import { draftKeyOf } from "~/domain/journal/entries/draft-key";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { CHANGED_ELSEWHERE, EMPTY_ENTRY, FreeSchema, FUTURE_DAY } from "~/domain/journal/entries/schema";
import { currentSlotOf } from "~/domain/member/today.server";
import { readIntention } from "~/domain/prayers/list-intentions.server";
import { heldToday } from "~/domain/prayers/turn.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { memberAction, type FormReply } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { FreeForm } from "./form";

export const meta: MetaFunction = () => [{ title: t("A free page · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const { date: today, now } = currentSlotOf(member);
    const wanted = url.searchParams.get("date") ?? "";
    const prayer = url.searchParams.get("prayer") ?? "";
    // Whether the intention is still there is known only when the drafts are asked for.
    const keys = new Set([draftKeyOf("none", today), draftKeyOf("none", today, prayer)]);
    const [about, held, drafts] = await Promise.all([
      readIntention(member, prayer),
      heldToday(member),
      findDrafts(member, [...keys]),
    ]);
    const draft = drafts.find(({ content }) => content.prayer === about?.id);
    const forDate = isDay(wanted) && wanted <= today ? wanted : (draft?.forDate ?? today);
    const asked = url.searchParams.get("passage") ?? draft?.passageRef ?? "";
    return {
      about: about && { id: about.id, name: about.name, line: about.line },
      held: held.filter(({ id }) => id !== about?.id),
      today,
      passageRef: asked.slice(0, 80),
      passage: findPassage(asked, member.prayer.translation) ?? null,
      forDate,
      dateLine: dayLine(forDate, member.prayer),
      timezone: member.timezone,
      draft: draft
        ? {
            version: draft.version,
            content: draft.content,
            savedAt: savedAtInWords(draft.updatedAt, now, member.timezone),
          }
        : null,
    };
  });

/** Saves the free page's draft, or keeps it as an entry. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: FreeSchema }, async ({ value, member, submission, refuse }) => {
    const { title, body, tags, mood } = value;
    // What was taken away since stays a page about nothing in particular: no word is lost.
    const prayer = (await readIntention(member, value.prayer ?? ""))?.id;
    const writing = {
      kind: "free" as const,
      slot: "none" as const,
      forDate: value.forDate ?? currentSlotOf(member).date,
      promptSet: "",
      promptIds: [],
      passageRef: value.passage && findPassage(value.passage) ? value.passage : "",
      content: { title, body, tags, mood, answers: [], ...(prayer && { prayer }) },
    };
    const origin = { submission, draftVersion: value.draftVersion };
    const tooEarly = () => refuse({ status: 400, fields: { forDate: [FUTURE_DAY] } });
    if (value.intent === "finish") {
      const result = await finishEntry(member, writing, origin);
      if (result.ok) return redirect(addresses.entry(result.id));
      return result.code === "empty" ? refuse({ status: 400, fields: { title: [EMPTY_ENTRY] } }) : tooEarly();
    }
    const result = await saveDraft(member, writing, { ...origin, auto: value._auto === "1" });
    if (!result.ok)
      return result.code === "future_day" ? tooEarly() : refuse({ status: 409, notice: CHANGED_ELSEWHERE });
    // Script saved it; the page that it runs on stays as it is.
    if (value._auto === "1") return data<FormReply>({ lastResult: { status: "success" } });
    const next = value.about ?? prayer;
    return redirect(next ? addresses.freePage({ prayer: next }) : addresses.freePage());
  });

/** With script: a network that fails is explained in place, the words stay in the form, and wait on this device. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrKeep(() => serverAction<FormReply>());

/** After a conflict the stored draft is read again, so that both texts can be shown. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || unlessUnreached(args);

export default function FreePage() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<SentReply>();
  return <FreeForm key={page.about?.id} page={page} reply={reply} />;
}
