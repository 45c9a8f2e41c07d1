import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useRef } from "react";
import type { SubmitReply } from "~/browser/submit-with-timeout";
import { FieldErrors } from "~/components/forms/field";
import { FormNotice, PostForm } from "~/components/forms/post-form";
import { MorningCarryoverCard } from "~/components/journal/morning-carryover";
import { PlanNote } from "~/components/journal/passage-text";
import { PictureFields } from "~/components/journal/picture-fields";
import { ConflictText, LongDraft } from "~/components/journal/saved-texts";
import { useDraftAutosave } from "~/components/journal/use-draft-autosave";
import { HeldBeforeGod, type HeldIntention } from "~/components/prayers/held-before-god";
import { PageHeading } from "~/components/ui/page-heading";
import { EMPTY_CONTENT, type Answer } from "~/domain/journal/entries/content";
import { versionInForm, type DraftInForm } from "~/domain/journal/entries/entry";
import type { Picture } from "~/domain/journal/pictures/picture";
import { verseAsWord, verseKey } from "~/domain/journal/prompt-sets/lectio-questions";
import type { Flow, FlowStep, FlowWay } from "~/domain/journal/prompt-sets/prompt-set";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { FlowButtons, OtherQuestions, StepDots } from "./flow-buttons";
import { Movement, type MovementValues } from "./movement";
import { SpokenPassage } from "./spoken-passage";

/** The way of a reflection with the text of its day. */
export function DayOfWay({ way: { id, name, day, point, writer, language } }: { way: FlowWay }) {
  return (
    <div className="mb-10 max-w-measure">
      {point && (
        <p lang={language || undefined} dir="auto" className="font-serif text-lg">
          {point}
        </p>
      )}
      <p className="mt-2 text-sm text-muted">
        <Trans>
          Day {day} of{" "}
          <Link to={paths.way(id)} dir="auto">
            {name}
          </Link>
        </Trans>
        {writer && <span dir="auto">{` · ${t("by {writer}", { writer })}`}</span>}
      </p>
    </div>
  );
}

type PageData = {
  /** Today's intentions. */
  held: HeldIntention[];
  flow: Flow;
  /** Whether the flow is cut to one question. */
  only: boolean;
  /** Identifies the questions of the form. */
  variant: string;
  step: string;
  carryover: { presence: string; word: string; intention: string };
  passage: Passage | null;
  planNote: string | null;
  frame: Passage | null;
  packs: { key: string; name: string }[];
  otherAnswers: Answer[];
  swapsLeft: number;
  silence: number;
  /** Whether the plan has the guide of the week instead of the prompt set. */
  guided: boolean;
  dateLine: string;
  timezone: string;
  writtenId: string | null;
  /** The saved pictures; null if pictures are disabled. */
  pictures: readonly Picture[] | null;
  draft: DraftInForm | null;
};
type Props = { page: PageData; reply: SubmitReply | undefined };
type Values = MovementValues & { forDate: string };

/** The initial values of the form: the draft's answers, and the verse of its kept word. */
function valuesOf({ draft, passage }: PageData): Record<string, string> {
  const answers = draft?.content.answers ?? [];
  const word = answers.find(({ key }) => key === "wordKept")?.text.trim();
  const verse = word ? passage?.verses.find((candidate) => verseAsWord(candidate) === word) : undefined;
  return {
    ...Object.fromEntries(answers.map(({ key, text }) => [key, text])),
    mood: draft?.content.mood ?? "",
    tone: answers.find(({ key }) => key === "oratio")?.tone ?? "",
    verse: verse ? verseKey(verse) : "",
  };
}

const plain = (key: string, fields: Flow["fields"]): FlowStep => ({
  key,
  name: "",
  meaning: "",
  lead: "",
  fields,
});

/** The steps of a reflection; in a custom layout each part is a step. */
function partsOf({ steps, fields, promptSet, kind }: Flow): FlowStep[] {
  if (steps.length > 0) return steps;
  // Lectio Divina without steps is reduced to one question, which is a movement of its own.
  if (promptSet !== "own" && kind !== "lectio") return [plain("page", fields)];
  // A part has the key of its movement, which adds the movement's controls: verses, tones of a prayer,
  // silence.
  return fields.map((field) => plain(field.key === "wordKept" ? "lectio" : field.key, [field]));
}

/** The form of a reflection: its questions on one page, or one movement at a time. */
export function SlotForm({ page, reply }: Props) {
  const { flow, draft } = page;
  const isSubmitted = flow.fields.some(({ key }) => reply?.lastResult?.initialValue?.[key]);
  if (!draft?.isLong || isSubmitted) return <WritingForm page={page} reply={reply} />;
  const fields = (
    <>
      <input type="hidden" name="forDate" value={flow.forDate} />
      <input type="hidden" name="variant" value={page.variant} />
    </>
  );
  return <LongDraft title={flow.title} eyebrow={page.dateLine} draft={draft} reply={reply} fields={fields} />;
}

function WritingForm({ page, reply }: Props) {
  const { flow, draft, passage } = page;
  const element = useRef<HTMLFormElement>(null);
  const autosave = useDraftAutosave(element);
  const defaultValue = valuesOf(page);
  const [form, fields] = useForm<Values & { pictures: File[] }>({
    id: `${flow.slot}-${flow.forDate}`,
    lastResult: reply?.lastResult,
    defaultValue,
  });
  const at = flow.steps.findIndex(({ key }) => key === page.step);
  const shown = at >= 0 ? flow.steps.slice(at, at + 1) : partsOf(flow);
  const isBeginning = at <= 0;
  const isLast = at < 0 || at === flow.steps.length - 1;
  const short = (passage?.verses.length ?? 0) <= 3;
  return (
    <>
      <PageHeading
        title={flow.title}
        eyebrow={isBeginning && page.dateLine}
        mark={at >= 0 ? <StepDots at={at} of={flow.steps.length} /> : undefined}
      />
      {isBeginning && page.writtenId && !draft && (
        <p className="mb-8 text-muted">
          <Trans>
            You have already written this reflection. <Link to={paths.entry(page.writtenId)}>Read it</Link>,
            or write another.
          </Trans>
        </p>
      )}
      {reply?.notice && (
        <div className="mb-8 space-y-6">
          <FormNotice title={reply.notice.title} text={reply.notice.text} />
          {draft && !reply.unreached && (
            <ConflictText title={t("Saved {savedAt}", { savedAt: draft.savedAt })} content={draft.content} />
          )}
        </div>
      )}
      {isBeginning && passage && !shown.some(({ key }) => key === "lectio") && flow.kind !== "lectio" && (
        <SpokenPassage
          passage={passage}
          className={`mb-10 ${short ? "lg:sticky lg:top-0 lg:bg-paper lg:py-4" : ""}`}
        />
      )}
      {isBeginning && flow.way && <DayOfWay way={flow.way} />}
      {isBeginning && page.planNote !== null && (
        <div className="mb-8">
          <PlanNote words={page.planNote} />
        </div>
      )}
      {isBeginning && <MorningCarryoverCard {...page.carryover} />}
      <PostForm
        {...getFormProps(form)}
        encType={page.pictures ? "multipart/form-data" : undefined}
        ref={element}
        noValidate
        className="grid grid-cols-1 gap-8"
      >
        <input type="hidden" name="forDate" value={flow.forDate} />
        <input
          type="hidden"
          name="draftVersion"
          value={versionInForm(draft, reply?.lastResult?.initialValue?.draftVersion)}
        />
        <input type="hidden" name="variant" value={page.variant} />
        {page.only && <input type="hidden" name="only" value="1" />}
        {page.step && <input type="hidden" name="step" value={page.step} />}
        {flow.steps.length > 0 && !page.step && <input type="hidden" name="all" value="1" />}
        <FieldErrors id={fields.forDate.errorId} errors={fields.forDate.errors} />
        {flow.slot === "evening" && isBeginning && !page.only && <HeldBeforeGod held={page.held} />}
        {shown.map((step) => (
          <Movement
            key={step.key}
            step={step}
            isAlone={at >= 0}
            fields={fields}
            passage={passage}
            frame={page.frame}
            word={defaultValue.wordKept ?? ""}
            silence={page.silence}
            held={page.held}
          />
        ))}
        {isLast && flow.way?.closing && (
          <p lang={flow.way.language || undefined} className="max-w-measure font-serif text-lg italic">
            {flow.way.closing}
          </p>
        )}
        {isLast && <PictureFields pictures={page.pictures} meta={fields.pictures} reply={reply} />}
        <FlowButtons flow={flow} at={at} draft={draft} autosave={autosave} page={page} />
        {isBeginning && page.packs.length > 0 && (
          <OtherQuestions packs={page.packs} current={flow.promptIds[0] ?? ""} />
        )}
      </PostForm>
      {isBeginning && page.otherAnswers.length > 0 && (
        <div className="mt-12">
          <ConflictText
            title={t("Also written for this reflection")}
            content={{ ...EMPTY_CONTENT, answers: page.otherAnswers }}
          />
        </div>
      )}
      {at < 0 && !page.only && <FormLinks flow={flow} guided={page.guided} />}
    </>
  );
}

/** Links to where the questions come from. */
function FormLinks({ flow, guided }: { flow: Flow; guided: boolean }) {
  const links = [
    flow.kind === "prompt" && { to: paths.ownPrompts(), label: t("Your own questions") },
    flow.promptSet === "own" && { to: paths.settingsPrayerShape(), label: t("Change these questions") },
    guided && { to: paths.journalGuide(), label: t("This week’s guide") },
  ].filter((link) => link !== false);
  return links.map(({ to, label }) => (
    <p key={to} className="mt-8 text-sm">
      <Link to={to} className="inline-flex min-h-11 items-center">
        {label}
      </Link>
    </p>
  ));
}
