import { Fragment } from "react";
import { SubmitButton } from "~/components/forms/post-form";
import { DisclosureIcon } from "~/components/ui/disclosure";
import type { Flow, FlowStep } from "~/domain/journal/prompt-sets/prompt-set";
import { t } from "~/i18n/t";
import { DraftStatus, type Autosave } from "./use-draft-autosave";

type Props = {
  flow: Flow;
  /** Index of the movement; -1 when all are on one page. */
  at: number;
  draft: { savedAt: string } | null;
  autosave: Autosave;
  page: { swapsLeft: number; timezone: string };
};

/** Every button saves the current text; one also goes on to the next movement. */
export function FlowButtons({ flow, at, draft, autosave, page }: Props) {
  const next = at >= 0 ? flow.steps[at + 1] : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {next && (
        <SubmitButton name="intent" value="next" pendingText={t("Saving…")}>
          {t("Next: {name}", { name: next.name })}
        </SubmitButton>
      )}{" "}
      {!next && (
        <SubmitButton name="intent" value="finish" pendingText={t("Keeping…")}>
          {t("Keep")}
        </SubmitButton>
      )}{" "}
      {at > 0 && (
        <SubmitButton name="intent" value="back" variant="quiet" pendingText={t("Saving…")}>
          {t("Back")}
        </SubmitButton>
      )}{" "}
      <SubmitButton name="intent" value="draft" variant="quiet" pendingText={t("Saving…")}>
        {t("Save draft")}
      </SubmitButton>{" "}
      {next && at > 0 && (
        <SubmitButton name="intent" value="finish" variant="quiet" pendingText={t("Keeping…")}>
          {t("Keep")}
        </SubmitButton>
      )}{" "}
      {flow.kind === "prompt" && page.swapsLeft > 0 && (
        <SubmitButton name="intent" value="swap" variant="quiet" pendingText={t("Looking…")}>
          {t("Another question ({swapsLeft} left)", { swapsLeft: page.swapsLeft })}
        </SubmitButton>
      )}{" "}
      <DraftStatus savedAt={draft?.savedAt ?? ""} autosave={autosave} timezone={page.timezone} />
    </div>
  );
}

const LINK = "inline-flex min-h-11 items-center text-accent underline underline-offset-4";

/** Navigation to the other movements, as submit buttons, so that the text is saved without script too. */
export function OtherSteps({ steps, current }: { steps: FlowStep[]; current: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 border-t border-line pt-3 text-sm">
      {current &&
        steps.map(({ key, name }) => (
          <Fragment key={key}>
            {key === current ? (
              <span aria-current="step" className="movement border-b-2 border-accent">
                {name}
              </span>
            ) : (
              <button type="submit" name="goto" value={key} className={`movement ${LINK}`}>
                {name}
              </button>
            )}{" "}
          </Fragment>
        ))}
      <button
        type="submit"
        name="goto"
        value={current ? "all" : "steps"}
        className={`${LINK} ${current ? "ml-auto" : ""}`}
      >
        {current ? t("All on one page") : t("One movement at a time")}
      </button>
    </div>
  );
}

/** Alternative question sets for this evening, such as for illness, which only the member can choose. */
export function OtherQuestions({
  packs,
  current,
}: {
  packs: { key: string; name: string }[];
  current: string;
}) {
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 items-center">
        <DisclosureIcon />
        {t("Another way to look at this day")}
      </summary>
      <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {packs.map(({ key, name }) => (
          <li key={key}>
            {current === `examen.${key}` ? (
              <span aria-current="true" className="inline-flex min-h-11 items-center">
                {t("{name}, shown now", { name })}
              </span>
            ) : (
              <button type="submit" name="goto" value={`examen.${key}`} className={LINK}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
