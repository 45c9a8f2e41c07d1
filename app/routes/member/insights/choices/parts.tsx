import { Link, useActionData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import type { AiAccess } from "~/domain/ai/consent.server";
import { numberInWords } from "~/domain/calendar/locale";
import type { FormReply } from "~/http/form/form-options.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type ModelProps = {
  access: Exclude<AiAccess, { state: "off" }>;
  inPlan: boolean;
  asking: { title: string; lines: string[]; agree: string } | null;
  agreedOn: string | null;
};

/** Whether a language model may help: asked for with the host and the words. What was agreed to is kept under Privacy. */
export function ModelPart({ access, inPlan, asking, agreedOn }: ModelProps) {
  const reply = useActionData<FormReply>();
  return (
    <section aria-labelledby="model" className="max-w-measure">
      <h2 id="model" className="mb-3 text-xl font-medium">
        {access.state === "ask" && inPlan && asking ? asking.title : t("A language model")}
      </h2>
      {reply?.notice && <FormNotice {...reply.notice} />}
      {!inPlan ? (
        <p>
          <Trans>
            With the Growth Plan and the Formation Plan a language model can help with the threads, if you
            agree to it. The rules are for everyone, and with them nothing leaves this server.{" "}
            <Link to={addresses.subscribe()}>See the plans</Link>.
          </Trans>
        </p>
      ) : access.state === "given" ? (
        <p>
          <Trans>
            On {agreedOn} you agreed that the entries of your week are sent to <strong>{access.host}</strong>{" "}
            ({access.model}). You can withdraw this, and see every request,{" "}
            <Link to={addresses.settingsPrivacy()}>under Privacy</Link>.
          </Trans>
        </p>
      ) : (
        <>
          <ul className="grid list-disc gap-2 pl-5">
            {asking?.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="mt-4">
            <a href="#sent">{t("Read exactly what would be sent")}</a>
          </p>
          <PostForm className="mt-5">
            <input type="hidden" name="host" value={access.host} />
            <SubmitButton name="intent" value="agree">
              {asking?.agree}
            </SubmitButton>
          </PostForm>
        </>
      )}
    </section>
  );
}

type PreviewProps = {
  week: string;
  system: string;
  prompt: string;
  entries: number;
  excluded: number;
  cut: boolean;
  host: string;
};

/** The exact text of a call, made by the function that makes it for sending. */
export function CallPreview({ week, system, prompt, entries, excluded, cut, host }: PreviewProps) {
  return (
    <section id="sent" aria-labelledby="sent-heading">
      <h2 id="sent-heading" className="mb-3 text-xl font-medium">
        {t("Exactly this text will be sent to {host}", { host })}
      </h2>
      <p className="mb-4 max-w-measure text-muted">
        {tn("For the week {week}: one entry.", "For the week {week}: {count} entries.", entries, { week })}{" "}
        {excluded > 0 &&
          `${tn("One is excluded and not included.", "{count} are excluded and not included.", excluded)} `}
        {cut && `${t("The longest texts are cut.")} `}
        <Trans>Each week’s entries take the same place; the words around them stay the same.</Trans>
      </p>
      <div className="grid gap-3">
        <SentText title={t("The instructions")} text={system} />
        <SentText title={t("Your entries")} text={prompt} />
      </div>
    </section>
  );
}

function SentText({ title, text }: { title: string; text: string }) {
  return (
    <details className="rounded-lg border border-line bg-raised">
      <summary className="flex min-h-11 items-center px-4 font-medium underline decoration-line underline-offset-4">
        {title}
        <span className="ml-auto text-sm font-normal text-muted">
          {t("{count} characters", { count: numberInWords(text.length) })}
        </span>
      </summary>
      <pre className="overflow-x-auto whitespace-pre-wrap break-words border-t border-line px-4 py-3 font-mono text-sm">
        {text}
      </pre>
    </details>
  );
}

export function NoticeForm({ mailNotice }: { mailNotice: boolean }) {
  return (
    <section aria-labelledby="mail" className="max-w-measure">
      <h2 id="mail" className="mb-2 text-xl font-medium">
        {t("An email when it is ready")}
      </h2>
      <PostForm>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="mailNotice"
            value="on"
            defaultChecked={mailNotice}
            className="shrink-0"
          />
          {t("Email me when a new insight is ready")}
        </label>
        <p className="mb-4 pl-9 text-sm text-muted">
          {t("The email says only that it is ready, nothing of what it says.")}
        </p>
        <SubmitButton name="intent" value="notice" variant="quiet" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
