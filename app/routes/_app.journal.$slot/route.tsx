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
import { unlessUnreached, type SentReply } from "~/browser/send-or-explain";
import { sendOrKeep } from "~/browser/send-or-keep";
import { noteShown } from "~/domain/administration/figures/note-shown.server";
import { answersBeside, contentOf, stepToGoOn, type Typed } from "~/domain/journal/reflection/answers";
import { savedAtInWords } from "~/domain/calendar/day-in-words";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { CLOSING_PASSAGE } from "~/domain/journal/reflection/examen";
import { EXAMEN_PACKS, EXAMEN_PACK_KEYS } from "~/domain/journal/reflection/examen-questions";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { ANSWER_KEYS, draftKeyOf, flowFor } from "~/domain/journal/reflection/flow";
import { addressOf, packWanted, placeAfter } from "~/domain/journal/reflection/flow-address";
import { openFlow } from "~/domain/journal/reflection/flow.server";
import { dayLine } from "~/domain/journal/reflection/day-line";
import { isDay } from "~/domain/calendar/local-day";
import { changePrompt } from "~/domain/journal/prompts/prompt-of-day.server";
import {
  CHANGED_ELSEWHERE,
  EMPTY_ENTRY,
  FUTURE_DAY,
  NO_MORE_SWAPS,
  SlotSchema,
} from "~/domain/journal/entries/schema";
import { silenceMinutes } from "~/domain/journal/reflection/silence";
import { dayFor, openDesk, standingOf } from "~/domain/journal/reflection/today.server";
import { features } from "~/domain/member/tiers";
import { findPassage } from "~/domain/scripture/passages.server";
import { memberAction, type FormReply } from "~/http/forms.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { SlotForm } from "./form";
import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{title} · Still and Know", { title: data?.flow.title ?? t("Journal") }) },
];

function slotOf(slot: string | undefined): DaySlot {
  if (slot === "morning" || slot === "evening") return slot;
  throw notFound();
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const slot = slotOf(params.slot);
    const query = url.searchParams;
    const { date: today, now } = standingOf(member);
    const wanted = query.get("date") ?? "";
    const forDate = isDay(wanted) && wanted <= today ? wanted : dayFor(member, slot);
    const { draft, written, ...kept } = await openDesk(member, slot, forDate);
    const { flow, swapsLeft } = await openFlow(member, slot, forDate, {
      draft,
      variant: packWanted(query.get("pack")),
    });
    const step = flow.steps.find(({ key }) => key === query.get("step"))?.key;
    const onePage = !step && (query.get("all") === "1" || member.prayer.onePage);
    await noteShown(member.id, flow);
    const isExamen = flow.kind === "examen";
    return {
      flow,
      kept,
      swapsLeft,
      /** Empty where everything is on one page. */
      step: onePage ? "" : (step ?? stepToGoOn(flow, draft?.content)),
      passage: findPassage(flow.passageRef, member.prayer.translation) ?? null,
      frame:
        flow.steps.length > 0
          ? (findPassage(isExamen ? CLOSING_PASSAGE : "Psalm 46:10", member.prayer.translation) ?? null)
          : null,
      packs: isExamen ? EXAMEN_PACK_KEYS.map((key) => ({ key, name: EXAMEN_PACKS[key].name })) : [],
      beside: answersBeside(flow, draft?.content),
      dateLine: dayLine(forDate, member.prayer),
      guided: !features(member.subscriptionTier).lectioExamen,
      silence: silenceMinutes(member.prayer.length),
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

/** Only what the form had: a field that was not on its page keeps what it held. */
function typedIn(form: FormData, value: Record<string, unknown>): Typed {
  const names = [...ANSWER_KEYS, "mood", "tone", "verse"].filter((name) => form.has(name));
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Typed;
}

/** Saves a draft, moves to the next or previous step, or keeps the reflection. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SlotSchema }, async ({ params, form, value, member, submission, refuse }) => {
    const slot = slotOf(params.slot);
    const usual = dayFor(member, slot);
    const forDate = value.forDate ?? usual;
    const [draft] = await findDrafts(member, [draftKeyOf(slot, forDate)]);
    const variant = packWanted(value.goto) ?? value.variant;
    let { flow } = await openFlow(member, slot, forDate, { draft, variant });
    if (value.intent === "swap" && flow.kind === "prompt") {
      const changed = await changePrompt(member, slot, forDate, flow.promptIds[0] ?? "", submission);
      if (!changed.ok) return refuse({ status: 409, notice: NO_MORE_SWAPS });
      const { promptSet, passageRef } = flow;
      flow = flowFor(member, slot, forDate, { promptSet, passageRef, prompt: changed.prompt });
    }
    const { fields, steps, title: _title, ...shape } = flow;
    const content = contentOf(
      flow,
      typedIn(form, value),
      findPassage(flow.passageRef, member.prayer.translation),
      draft?.content,
    );
    const writing = { ...shape, content };
    const origin = { submission, draftVersion: value.draftVersion };
    const tooEarly = () => refuse({ status: 400, fields: { forDate: [FUTURE_DAY] } });
    if (value.intent === "finish") {
      const result = await finishEntry(member, writing, origin);
      if (result.ok) return redirect(`/journal/entries/${result.id}`);
      if (result.code === "future_day") return tooEarly();
      const shown = steps.find(({ key }) => key === value.step)?.fields ?? fields;
      const first = shown[0]?.key;
      return first
        ? refuse({ status: 400, fields: { [first]: [EMPTY_ENTRY] } })
        : refuse({ status: 400, notice: { title: t("Nothing written yet"), text: EMPTY_ENTRY } });
    }
    const result = await saveDraft(member, writing, { ...origin, auto: value._auto === "1" });
    if (!result.ok)
      return result.code === "future_day" ? tooEarly() : refuse({ status: 409, notice: CHANGED_ELSEWHERE });
    // Script saved it; the page that it runs on stays as it is.
    if (value._auto === "1") return data<FormReply>({ lastResult: { status: "success" } });
    if (value.intent === "silence")
      return redirect(`/journal/silence?minutes=${value.minutes}&back=${value.all ? "all" : "step"}`);
    const own = flowFor(member, slot, forDate).promptIds[0];
    const chosen = flow.kind === "examen" && flow.promptIds[0] !== own ? flow.promptIds[0] : undefined;
    return redirect(addressOf(flow, usual, placeAfter(flow, value), chosen?.replace("examen.", "")));
  });

/** With script: a network that fails is explained in place, the words stay in the form, and wait on this device. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrKeep(() => serverAction<FormReply>());

/** After a conflict the stored draft is read again, so that both texts can be shown. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || unlessUnreached(args);

export default function SlotPage() {
  const desk = useLoaderData<typeof loader>();
  const reply = useActionData<SentReply>();
  const { slot, forDate } = desk.flow;
  return <SlotForm key={`${slot} ${forDate} ${desk.step}`} desk={desk} reply={reply} />;
}
