import { useRevalidator, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent } from "react";

/** What was sent and what has come of its answer. */
export type StreamingAnswer = {
  sent: string;
  text: string;
  /** `kept` once the message is stored, from when on its answer can be stopped; `stopping` once that was asked for. */
  state: "sending" | "kept" | "stopping";
};

/** The events of a stream as they come, each with its name and what it says. */
async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: unknown }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    waiting += part.value;
    const blocks = waiting.split("\n\n");
    waiting = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1] ?? "";
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? "null";
      yield { event, data: JSON.parse(data) as unknown };
    }
  }
}

/** What is said by a form: typed, or chosen from the short answers. */
const wordsOf = (fields: FormData): string =>
  [fields.get("offer"), fields.get("message")].map((value) => String(value ?? "").trim()).find(Boolean) ?? "";

const bodyOf = (fields: FormData, more: Record<string, string>): URLSearchParams => {
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  return body;
};

/**
 * Sends a form's message and shows its answer while it comes. Whatever does not go well is left to the form itself: it is
 * sent again as it would be without script, and the same message twice is one. `said` is how much has been said on the page
 * as the server has it: what came gives way when the page has it too, so that nothing flickers.
 */
export function useStreamedAnswer(target: string, said: number) {
  const [answer, setAnswer] = useState<(StreamingAnswer & { after: number }) | null>(null);
  const fields = useRef(new FormData());
  const leaving = useRef(new AbortController());
  const { revalidate } = useRevalidator();
  const submit = useSubmit();

  // Someone who has left the page is not called back. The server finishes and keeps the answer.
  useEffect(() => {
    const here = (leaving.current = new AbortController());
    return () => here.abort();
  }, [target]);

  const isHere = answer !== null && said <= answer.after + 1;
  useEffect(() => {
    if (answer && !isHere) setAnswer(null);
  }, [answer, isHere]);

  const change = (next: (now: StreamingAnswer) => Partial<StreamingAnswer>) =>
    setAnswer((now) => now && { ...now, ...next(now) });

  const send = async () => {
    const { signal } = leaving.current;
    const message = wordsOf(fields.current);
    setAnswer({ sent: message, text: "", state: "sending", after: said });
    try {
      const body = bodyOf(fields.current, { intent: "send", message });
      const response = await fetch(target, { method: "POST", body, signal });
      if (!response.headers.get("Content-Type")?.startsWith("text/event-stream"))
        throw new Error("no stream");
      for await (const { event, data } of eventsOf(response)) {
        if (event === "kept") change(() => ({ state: "kept" }));
        if (event === "sentence") change(({ text }) => ({ text: text + String(data) }));
        if (event === "failed") throw new Error("failed");
        if (event === "done") return revalidate();
      }
      throw new Error("cut off");
    } catch {
      if (signal.aborted) return;
      setAnswer(null);
      submit(fields.current, { method: "post" });
    }
  };

  /** Ends the answer where it is; what had come is kept. */
  const stop = () => {
    change(() => ({ state: "stopping" }));
    const body = bodyOf(fields.current, { intent: "stop" });
    fetch(target, { method: "POST", body }).catch(() => change(() => ({ state: "kept" })));
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter as HTMLButtonElement | null;
    const isSend = button?.value === "send" || button?.name === "offer";
    const form = new FormData(event.currentTarget, button);
    if (!isSend || wordsOf(form) === "" || isHere) return;
    event.preventDefault();
    fields.current = form;
    void send();
  };

  // Where the page has what was sent already, only its answer is still coming.
  const coming = isHere ? { ...answer, sent: said > answer.after ? "" : answer.sent } : null;
  return { coming, stop, onSubmit };
}
