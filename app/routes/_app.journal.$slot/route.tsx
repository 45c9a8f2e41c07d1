import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { savedAtInWords } from "~/domain/journal/day-words";
import { saveDraft } from "~/domain/journal/drafts.server";
import { finishEntry } from "~/domain/journal/finish-entry.server";
import { flowFor, type DaySlot } from "~/domain/journal/flow";
import { dateInWords, isDay } from "~/domain/journal/local-day";
import { CHANGED_ELSEWHERE, EMPTY_ENTRY, FUTURE_DAY, SlotSchema } from "~/domain/journal/schema";
import { dayFor, openDesk, standingOf } from "~/domain/journal/today.server";
import { churchDay } from "~/domain/scripture/church-year";
import { findPassage } from "~/domain/scripture/passages.server";
import { memberAction, type FormReply } from "~/http/forms.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { SlotForm } from "./form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.flow.title ?? "Journal"} · Still and Know` },
];

function slotOf(slot: string | undefined): DaySlot {
  if (slot === "morning" || slot === "evening") return slot;
  throw notFound();
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const slot = slotOf(params.slot);
    const { date: today, now } = standingOf(member);
    const wanted = url.searchParams.get("date") ?? "";
    const forDate = isDay(wanted) && wanted <= today ? wanted : dayFor(member, slot);
    const flow = flowFor(member, slot, forDate);
    const { draft, presence, written } = await openDesk(member, slot, forDate);
    return {
      flow,
      presence,
      passage: findPassage(flow.passageRef) ?? null,
      dateLine: `${dateInWords(forDate)} · ${churchDay(forDate).line}`,
      timezone: member.timezone,
      writtenId: written[0]?.id ?? null,
      draft: draft
        ? {
            version: draft.version,
            content: draft.content,
            savedAt: savedAtInWords(draft.updatedAt, now, member.timezone),
          }
        : null,
    };
  });

/** Saves a draft, or keeps the reflection (contract section 3). */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SlotSchema }, async ({ params, value, member, submission, refuse }) => {
    const slot = slotOf(params.slot);
    const usual = dayFor(member, slot);
    const forDate = value.forDate ?? usual;
    const { fields, title: _title, ...shape } = flowFor(member, slot, forDate);
    const answers = fields.map(({ key, label, hint }) => ({
      key,
      question: hint ? `${label}: ${hint}` : label,
      text: value[key],
    }));
    const writing = { ...shape, content: { title: "", answers, body: "", tags: [], mood: "" } };
    const origin = { submission, draftVersion: value.draftVersion };
    const tooEarly = () => refuse({ status: 400, fields: { forDate: [FUTURE_DAY] } });
    if (value.intent === "finish") {
      const result = await finishEntry(member, writing, origin);
      if (result.ok) return redirect(`/journal/entries/${result.id}`);
      const first = fields[0]?.key ?? "answer";
      return result.code === "empty"
        ? refuse({ status: 400, fields: { [first]: [EMPTY_ENTRY] } })
        : tooEarly();
    }
    const result = await saveDraft(member, writing, { ...origin, auto: value._auto === "1" });
    if (!result.ok)
      return result.code === "future_day" ? tooEarly() : refuse({ status: 409, notice: CHANGED_ELSEWHERE });
    // Script saved it; the page that it runs on stays as it is.
    if (value._auto === "1") return data<FormReply>({ lastResult: { status: "success" } });
    return redirect(`/journal/${slot}${forDate === usual ? "" : `?date=${forDate}`}`);
  });

/** After a conflict the stored draft is read again, so that both texts can be shown. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function SlotPage() {
  const desk = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SlotForm key={`${desk.flow.slot} ${desk.flow.forDate}`} desk={desk} reply={reply} />;
}
