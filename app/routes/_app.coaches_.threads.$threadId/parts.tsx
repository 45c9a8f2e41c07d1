import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import type { FormEvent } from "react";
import type { Coming } from "~/browser/use-streamed-answer";
import { OutgoingText } from "~/components/coaches/outgoing-text";
import { SaidText } from "~/components/coaches/message-list";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { WritingArea } from "~/components/forms/writing-area";
import { Button } from "~/components/ui/button";
import { COACH_LIMITS } from "~/domain/coaches/thread";
import type { ThreadPage } from "~/domain/coaches/thread-page.server";
import type { FormReply } from "~/http/forms.server";

const typedIn = (reply: FormReply | undefined) => String(reply?.lastResult.initialValue?.message ?? "");

/** The answer while it comes: what has been checked stands there, and is told politely. */
export function ComingAnswer({ coach, coming }: { coach: string; coming: NonNullable<Coming> }) {
  return (
    <>
      <li className="border-l-2 border-accent pl-5">
        <p className="text-sm font-medium">You</p>
        <SaidText serif>{coming.sent}</SaidText>
      </li>
      <li>
        <p className="text-sm font-medium">{coach}</p>
        <div aria-live="polite" aria-busy="true">
          <SaidText>{coming.text || "…"}</SaidText>
        </div>
      </li>
    </>
  );
}

/** A draft of the Scribe becomes a page of the journal. */
export function KeepDraft({ id }: { id: string }) {
  return (
    <Form method="post" className="mt-3">
      <FormProtection />
      <input type="hidden" name="id" value={id} />
      <SubmitButton name="intent" value="keep" variant="quiet" pendingText="Keeping…">
        Keep it in the journal and change it
      </SubmitButton>
    </Form>
  );
}

/** A message without an answer: it is on its way, or was cut off. */
export function Unanswered() {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-4">
      <FormProtection />
      <p className="text-muted">The answer is on its way, or it was cut off.</p>
      <SubmitButton name="intent" value="answer" variant="quiet" pendingText="Answering…">
        Ask for it again
      </SubmitButton>
    </Form>
  );
}

/** Whether a language model answers, with the exact text that would be sent to it (product 2.8). */
export function ModelChoice({ page, reply }: { page: ThreadPage; reply: FormReply | undefined }) {
  const { model } = page;
  if (!model) return null;
  const typed = typedIn(reply);
  const isPreview = reply?.lastResult.initialValue?.intent === "preview";
  if (model.state === "given")
    return (
      <section aria-label="Language model">
        <Form method="post" className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          <FormProtection />
          <p>
            A language model at {model.host} answers ({model.name}).
          </p>
          <button
            name="intent"
            value="withdraw"
            className="min-h-11 underline underline-offset-4 hover:text-ink"
          >
            Take my consent back
          </button>
        </Form>
        <OutgoingText host={model.host} sent={model.sent} typed={typed} open={isPreview} />
      </section>
    );
  return (
    <section aria-labelledby="model" className="rounded border border-line bg-raised p-5">
      <h2 id="model" className="text-lg font-medium">
        {model.asking.title}
      </h2>
      {model.asking.lines.map((line) => (
        <p key={line} className="mt-2 max-w-measure text-sm text-muted">
          {line}
        </p>
      ))}
      <OutgoingText host={model.host} sent={model.sent} typed={typed} open={isPreview} />
      <Form method="post" className="mt-4">
        <FormProtection />
        <input type="hidden" name="host" value={model.host} />
        {isPreview && <input type="hidden" name="message" value={typed} />}
        <SubmitButton name="intent" value="consent" variant="quiet" pendingText="Agreeing…">
          {model.asking.agree}
        </SubmitButton>
      </Form>
    </section>
  );
}

type WriteProps = {
  page: ThreadPage;
  reply: FormReply | undefined;
  mayWrite: boolean;
  coming: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** The field, short answers to tick off, and the way to delete it all. */
export function WriteForm({ page, reply, mayWrite, coming, onSubmit }: WriteProps) {
  const [form, fields] = useForm<{ message: string }>({ id: "write", lastResult: reply?.lastResult });
  const sendsAway = page.model?.state === "given";
  return (
    <>
      {mayWrite && page.offers.length > 0 && (
        <Form method="post" onSubmit={onSubmit} aria-label="Short answers" className="flex flex-wrap gap-3">
          <FormProtection />
          <input type="hidden" name="intent" value="offer" />
          {page.offers.map((offer) => (
            <SubmitButton key={offer} name="offer" value={offer} variant="quiet" disabled={coming}>
              {offer}
            </SubmitButton>
          ))}
        </Form>
      )}
      {mayWrite && (
        <Form
          method="post"
          {...getFormProps(form)}
          id="write"
          onSubmit={onSubmit}
          noValidate
          className="grid grid-cols-1 gap-4"
        >
          <FormProtection />
          <WritingArea
            meta={fields.message}
            label="Your answer"
            size="short"
            maxLength={COACH_LIMITS.message}
            hint={page.messages.length === 1 ? "Encrypted, like everything you write." : undefined}
          />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton name="intent" value="send" pendingText="Sending…" pending={coming || undefined}>
              Send
            </SubmitButton>
            {page.model && (
              <SubmitButton name="intent" value="preview" variant="quiet">
                {sendsAway ? "Show what is sent first" : "Show what would be sent"}
              </SubmitButton>
            )}
            <p className="text-sm text-muted">
              {page.turnsLeft === 1 ? "1 turn left here" : `${page.turnsLeft} turns left here`}, {page.left}{" "}
              messages today
            </p>
          </div>
        </Form>
      )}
      <DeleteForm />
      <p className="text-sm">
        <Link to="/coaches">All coaches</Link>
      </p>
    </>
  );
}

/** Deleting asks once, in the page, without script. */
function DeleteForm() {
  return (
    <details className="group border-t border-line pt-4">
      <summary className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
        Delete this conversation
      </summary>
      <Form method="post" className="mt-2">
        <FormProtection />
        <p className="mb-3 max-w-measure text-sm">
          Everything said here is deleted for good, at once. There is no trash for it.
        </p>
        <Button type="submit" name="intent" value="delete" variant="danger">
          Delete for good
        </Button>
      </Form>
    </details>
  );
}
