import { getCollectionProps, type FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/post-form";
import { WritingArea } from "~/components/forms/writing-area";
import { PassageText } from "~/components/journal/passage-text";
import { HeldBeforeGod, type HeldIntention } from "~/components/prayers/held-before-god";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { CONTENT_LIMITS } from "~/domain/journal/entries/content";
import { SHORT_TEXTS } from "~/domain/journal/entries/short-texts";
import { TONE_NAMES, TONES, verseKey } from "~/domain/journal/prompt-sets/lectio-questions";
import type { AnswerKey, FlowStep } from "~/domain/journal/prompt-sets/prompt-set";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t, tn } from "~/i18n/t";
import { SpokenPassage } from "./spoken-passage";

/** Minutes offered. The silence page accepts any number from one to twenty. */
const MINUTES = [1, 2, 3, 5, 7, 10, 15, 20] as const;

/** Chooses the length of the silence; the button saves and opens the silence page. */
function SilenceChoice({ proposed }: { proposed: number }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div>
        <label htmlFor="minutes" className="mb-1.5 block font-medium">
          {t("Silence")}
        </label>
        <select id="minutes" name="minutes" defaultValue={proposed} className="control">
          {MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {tn("{count} minute", "{count} minutes", minutes)}
            </option>
          ))}
        </select>
      </div>
      <SubmitButton name="intent" value="silence" variant="quiet" pendingText={t("Saving…")}>
        {t("Begin the silence")}
      </SubmitButton>
    </div>
  );
}

/** Verses as radio buttons. Saving copies the chosen one into the answer. */
function VerseChoice({ meta, passage }: { meta: MovementFields["verse"]; passage: Passage }) {
  const options = getCollectionProps(meta, { type: "radio", options: ["", ...passage.verses.map(verseKey)] });
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-11 items-center font-medium">
        <DisclosureIcon />
        {t("Or choose a verse")}
      </summary>
      <fieldset className="pb-4">
        <legend className="sr-only">{t("The verse that holds you")}</legend>
        {options.map(({ key, ...control }, at) => {
          const verse = passage.verses[at - 1];
          // A verse is named "18.10"; an id has no full stop.
          const id = control.id?.replaceAll(".", "-");
          return (
            <label key={key} htmlFor={id} className="flex min-h-11 items-start gap-3 py-2">
              <input {...control} id={id} className="mt-0.5 shrink-0" />
              {verse ? (
                <span className="font-serif">
                  <span className="verse-number">{verse.number}</span>
                  {verse.text.replaceAll("\n", " ")}
                </span>
              ) : (
                <span>{t("In my own words, above")}</span>
              )}
            </label>
          );
        })}
      </fieldset>
    </details>
  );
}

export type MovementValues = Record<AnswerKey, string> & { mood: string; tone: string; verse: string };
type MovementFields = {
  [K in keyof MovementValues]: FieldMetadata<string, Record<string, unknown>>;
};

type Props = {
  step: FlowStep;
  /** Whether the page has this movement alone. */
  isAlone: boolean;
  fields: MovementFields;
  passage: Passage | null;
  /** Scripture that opens or closes the reflection. */
  frame: Passage | null;
  /** The saved word of the day. */
  word: string;
  /** Default minutes of silence. */
  silence: number;
  /** Intentions selected for today. */
  held: HeldIntention[];
};

const limitOf = (key: AnswerKey) =>
  key in CONTENT_LIMITS ? CONTENT_LIMITS[key as keyof typeof CONTENT_LIMITS] : CONTENT_LIMITS.answer;

export function Movement({ step, isAlone, fields, passage, frame, word, silence, held }: Props) {
  return (
    <section
      className="grid grid-cols-1 gap-8"
      aria-labelledby={step.name ? `movement-${step.key}` : undefined}
    >
      {step.name && (
        <header id={step.key} className={isAlone ? "" : "border-t border-line pt-8"}>
          <h2 id={`movement-${step.key}`} className="flex flex-wrap items-baseline gap-x-3 text-xl">
            <span className="movement">{step.name}</span>{" "}
            <span className="text-base text-muted">{step.meaning}</span>
          </h2>
          {/* A passage may be longer than the screen, so its question is shown above it as well. */}
          <p className="mt-2 max-w-measure text-muted">
            {step.lead} {step.key === "lectio" && isAlone && step.fields[0]?.label}
          </p>
        </header>
      )}
      {(step.key === "still" || step.key === "close") && frame && <PassageText passage={frame} />}
      {step.key === "lectio" && passage && <SpokenPassage passage={passage} />}
      {isAlone && ["meditatio", "oratio", "contemplatio"].includes(step.key) && (
        <KeptWord word={word} passage={passage} />
      )}
      {step.key === "oratio" && <HeldBeforeGod held={held} />}
      {step.key === "oratio" && <ToneChoice meta={fields.tone} />}
      {step.key === "contemplatio" && <SilenceChoice proposed={silence} />}
      {step.fields.map(({ key, label, hint, optional, size = "short" }) => (
        <WritingArea
          key={key}
          meta={fields[key]}
          label={label}
          hint={hint ?? (optional ? t("Optional.") : undefined)}
          size={size}
          maxLength={limitOf(key)}
        />
      ))}
      {step.key === "lectio" && passage && <VerseChoice meta={fields.verse} passage={passage} />}
      {step.key === "review" && (
        <Field
          meta={fields.mood}
          label={t("One word for the day")}
          hint={t("Optional.")}
          autoComplete="off"
          maxLength={SHORT_TEXTS.mood.limit}
          className="max-w-card"
        />
      )}
      {step.after && <p className="max-w-measure font-serif text-lg">{step.after}</p>}
    </section>
  );
}

/** Shows the kept word in large type, and the passage in a disclosure. */
function KeptWord({ word, passage }: { word: string; passage: Passage | null }) {
  return (
    <div>
      {word && <p className="max-w-measure font-serif text-2xl leading-snug">{word}</p>}
      {passage && (
        <details className={word ? "group mt-4" : "group"}>
          <summary className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
            {t("Read {reference} again", { reference: passage.reference })}
          </summary>
          <PassageText passage={passage} className="mt-2" />
        </details>
      )}
    </div>
  );
}

function ToneChoice({ meta }: { meta: MovementFields["tone"] }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("How does your prayer begin?")}</legend>
      <div className="flex flex-wrap gap-x-6">
        {getCollectionProps(meta, { type: "radio", options: [...TONES] }).map(({ key, ...control }, at) => (
          <label key={key} htmlFor={control.id} className="inline-flex min-h-11 items-center gap-3">
            <input {...control} />
            {TONE_NAMES[TONES[at] ?? "thanks"]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
