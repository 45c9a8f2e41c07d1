import { Form, Link, useActionData } from "@remix-run/react";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Sentence } from "~/components/ui/sentence";
import type { AiAccess } from "~/domain/ai/consent.server";
import { numberInWords } from "~/domain/journal/locale";
import type { FormReply } from "~/http/forms.server";
import { insightSettingsWords } from "~/words/insights/insight-settings";

type ModelProps = {
  access: AiAccess;
  inPlan: boolean;
  asking: { title: string; lines: string[]; agree: string } | null;
  agreedOn: string | null;
};

/** Whether a language model may help: asked for with the host and the words, and taken back with one button. */
export function ModelPart({ access, inPlan, asking, agreedOn }: ModelProps) {
  const reply = useActionData<FormReply>();
  return (
    <section aria-labelledby="model" className="max-w-measure">
      <h2 id="model" className="mb-3 text-xl font-medium">
        {access.state === "ask" && inPlan && asking ? asking.title : insightSettingsWords.aLanguageModel}
      </h2>
      {reply?.notice && <FormNotice {...reply.notice} />}
      {access.state === "off" ? (
        <p>{insightSettingsWords.noneIsSetUp}</p>
      ) : !inPlan ? (
        <p>
          <Sentence
            text={insightSettingsWords.withTheGrowthPlan}
            parts={{ subscribe: (text) => <Link to="/subscribe">{text}</Link> }}
          />
        </p>
      ) : access.state === "given" ? (
        <>
          <p>
            <Sentence
              text={insightSettingsWords.youAgreed}
              parts={{ agreedOn, host: <strong>{access.host}</strong>, model: access.model }}
            />
          </p>
          <Form method="post" className="mt-5">
            <FormProtection />
            <SubmitButton name="intent" value="withdraw" variant="quiet">
              {insightSettingsWords.takeThisBack}
            </SubmitButton>
          </Form>
        </>
      ) : (
        <>
          <ul className="grid list-disc gap-2 pl-5">
            {asking?.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="mt-4">
            <a href="#sent">{insightSettingsWords.readExactlyWhatWouldBeSent}</a>
          </p>
          <Form method="post" className="mt-5">
            <FormProtection />
            <input type="hidden" name="host" value={access.host} />
            <SubmitButton name="intent" value="agree">
              {asking?.agree}
            </SubmitButton>
          </Form>
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
export function Preview({ week, system, prompt, entries, excluded, cut, host }: PreviewProps) {
  return (
    <section id="sent" aria-labelledby="sent-heading">
      <h2 id="sent-heading" className="mb-3 text-xl font-medium">
        {insightSettingsWords.exactlyThisTextWillBeSent({ host })}
      </h2>
      <p className="mb-4 max-w-measure text-muted">
        {insightSettingsWords.forTheWeek({ week, entries })}{" "}
        {excluded > 0 && `${insightSettingsWords.excludedEntries({ excluded })} `}
        {cut && `${insightSettingsWords.theLongestTextsAreCut} `}
        {insightSettingsWords.anotherWeeksEntries}
      </p>
      <div className="grid gap-3">
        <SentText title={insightSettingsWords.theInstructions} text={system} />
        <SentText title={insightSettingsWords.yourEntries} text={prompt} />
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
          {insightSettingsWords.characters({ count: numberInWords(text.length) })}
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
        {insightSettingsWords.aMailWhenItIsReady}
      </h2>
      <Form method="post">
        <FormProtection />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="mailNotice"
            value="on"
            defaultChecked={mailNotice}
            className="shrink-0"
          />
          {insightSettingsWords.tellMeByMail}
        </label>
        <p className="mb-4 pl-9 text-sm text-muted">{insightSettingsWords.theMailSays}</p>
        <SubmitButton
          name="intent"
          value="notice"
          variant="quiet"
          pendingText={insightSettingsWords.saveBusy}
        >
          {insightSettingsWords.save}
        </SubmitButton>
      </Form>
    </section>
  );
}

type Call = {
  when: string;
  feature: "insights" | "coaches";
  host: string;
  model: string;
  tokens: number;
  outcome: string;
};

/** Every call that was made in the person's name; what was said is kept nowhere. */
export function Calls({ calls }: { calls: Call[] }) {
  return (
    <section aria-labelledby="calls">
      <h2 id="calls" className="mb-2 text-xl font-medium">
        {insightSettingsWords.callsOfTheLastWeeks}
      </h2>
      <p className="mb-4 max-w-measure text-muted">{insightSettingsWords.eachCallToAModel}</p>
      <div className="relative overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-edge text-left">
              {[
                insightSettingsWords.when,
                insightSettingsWords.for,
                insightSettingsWords.where,
                insightSettingsWords.size,
                insightSettingsWords.outcome,
              ].map((name) => (
                <th key={name} scope="col" className="py-2 pr-5 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calls.map(({ when, feature, host, model, tokens, outcome }, at) => (
              <tr key={`${when} ${at}`} className="border-b border-line align-top">
                <td className="whitespace-nowrap py-2 pr-5">{when}</td>
                <td className="py-2 pr-5">
                  {feature === "insights" ? insightSettingsWords.insight : insightSettingsWords.coach}
                </td>
                <td className="py-2 pr-5">
                  {host} <span className="text-muted">{model}</span>
                </td>
                <td className="whitespace-nowrap py-2 pr-5">
                  {tokens > 0 ? insightSettingsWords.tokens({ tokens: numberInWords(tokens) }) : ""}
                </td>
                <td className="py-2 pr-5">{outcome}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
