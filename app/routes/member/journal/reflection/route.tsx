import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { submitOrQueue, useWritingReply } from "~/browser/submit-or-queue";
import type { SubmitReply } from "~/browser/submit-with-timeout";
import { parsePictureFields, pictureRefusal } from "~/domain/journal/pictures/picture";
import { selectionBesideText } from "~/domain/journal/prayers/rotation.server";
import { ANSWER_KEYS } from "~/domain/journal/prompt-sets/prompt-set";
import type { SubmittedAnswers } from "~/domain/journal/reflection/answers";
import { openReflection, saveReflection } from "~/domain/journal/reflection/reflection.server";
import {
  CHANGED_ELSEWHERE,
  EMPTY_ENTRY,
  FUTURE_DAY,
  NO_MORE_SWAPS,
  SlotSchema,
  type SlotInput,
} from "~/domain/journal/schema";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { redirectToEnding } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { pickSubmitted } from "~/http/form/validate-form.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { PICTURE_FORM } from "~/http/picture-form.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { SlotForm } from "./form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{title} · Still and Know", { title: data?.flow.title ?? t("Journal") }) },
];

/** Whether the member's mornings may have an Oratio. */
const asksForPrayer = ({ promptSetPreference, prayer }: Member) =>
  promptSetPreference === "lectio_examen" || prayer.shape.morning.includes("oratio");

function slotOf(slot: string | undefined): DaySlot {
  if (slot === "morning" || slot === "evening") return slot;
  throw notFound();
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const query = (name: string) => url.searchParams.get(name);
    const address = {
      date: query("date"),
      step: query("step"),
      pack: query("pack"),
      all: query("all"),
      only: query("only"),
      way: query("way"),
    };
    const slot = slotOf(params.slot);
    const [reflection, held] = await Promise.all([
      openReflection(member, slot, address),
      // Shown beside the Oratio and in the evening.
      slot === "evening" || asksForPrayer(member) ? selectionBesideText(member) : [],
    ]);
    return { ...reflection, held };
  });

function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname.replace(/\.data$/, "") + search;
}

function submittedAnswers(form: FormData, value: SlotInput): SubmittedAnswers {
  const names = [...ANSWER_KEYS, "mood", "tone", "verse"] as const;
  return pickSubmitted(form, Object.fromEntries(names.map((name) => [name, value[name]])));
}

const OPTIONS = { schema: SlotSchema, ...PICTURE_FORM };

/** Saves the reflection as a draft or an entry, and moves between its steps. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, OPTIONS, async ({ request, params, form, value, member, submission, refuse }) => {
    const typed = submittedAnswers(form, value);
    const pictures = parsePictureFields(form);
    const result = await saveReflection(member, slotOf(params.slot), value, { typed, pictures, submission });
    if (!result.ok) {
      if (result.code === "picture") return refuse(pictureRefusal(result.why));
      if ("field" in result)
        return result.field
          ? refuse({ status: 400, fields: { [result.field]: [EMPTY_ENTRY] } })
          : refuse({ status: 400, notice: { title: t("Nothing written yet"), text: EMPTY_ENTRY } });
      if (result.code === "future_day") return refuse({ status: 400, fields: { forDate: [FUTURE_DAY] } });
      return refuse({ status: 409, notice: result.code === "conflict" ? CHANGED_ELSEWHERE : NO_MORE_SWAPS });
    }
    if ("entryId" in result) return redirectToEnding(result.entryId);
    // The reply to a background save does not change the page.
    if (value._auto === "1") return data<FormReply>({ lastResult: { status: "success" } });
    if (value.intent === "removePicture") return redirect(addressOf(request));
    if (value.intent === "silence")
      return redirect(paths.silence({ minutes: value.minutes, back: value.all ? "all" : "step" }));
    return redirect(value.about ? paths.freePage({ prayer: value.about }) : result.next);
  });

/** With script, a network failure is reported at the form, which keeps its text and queues it on this device. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitOrQueue(() => serverAction<FormReply>());

export { shouldRevalidateEditor as shouldRevalidate } from "~/browser/submit-or-queue";

export default function SlotPage() {
  const page = useLoaderData<typeof loader>();
  const reply = useWritingReply<SubmitReply>();
  const { slot, forDate } = page.flow;
  return <SlotForm key={`${slot} ${forDate} ${page.step}`} page={page} reply={reply} />;
}
