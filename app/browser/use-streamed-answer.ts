import { useRevalidator, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent } from "react";

/** Sent message and the received part of its answer. */
export type StreamingAnswer = {
  sent: string;
  text: string;
  /** `kept`: the message is stored and the answer can be stopped. `stopping`: a stop was requested. */
  state: "sending" | "kept" | "stopping";
};

/** Parses server-sent events. */
async function* parseEvents(response: Response): AsyncGenerator<{ event: string; data: unknown }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    buffer += chunk.value;
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1] ?? "";
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? "null";
      yield { event, data: JSON.parse(data) as unknown };
    }
  }
}

/** Message of a form: a short answer, or the typed text. */
const messageOf = (fields: FormData): string =>
  [fields.get("offer"), fields.get("message")].map((value) => String(value ?? "").trim()).find(Boolean) ?? "";

const toBody = (fields: FormData, more: Record<string, string>): URLSearchParams => {
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  return body;
};

/**
 * Sends a message and streams the answer. On any failure the form is submitted as it would be without script; the
 * server treats the repeated message as one. `messageCount` is the number of messages in the loader data: the streamed
 * answer disappears when that data includes it, so that nothing flickers.
 */
export function useStreamedAnswer(target: string, messageCount: number) {
  const [answer, setAnswer] = useState<(StreamingAnswer & { after: number }) | null>(null);
  const fields = useRef(new FormData());
  const abort = useRef(new AbortController());
  const { revalidate } = useRevalidator();
  const submit = useSubmit();

  // Leaving the page aborts the stream. The server finishes and stores the answer.
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    return () => controller.abort();
  }, [target]);

  const isHere = answer !== null && messageCount <= answer.after + 1;
  useEffect(() => {
    if (answer && !isHere) setAnswer(null);
  }, [answer, isHere]);

  const update = (next: (now: StreamingAnswer) => Partial<StreamingAnswer>) =>
    setAnswer((now) => now && { ...now, ...next(now) });

  const send = async () => {
    const { signal } = abort.current;
    const message = messageOf(fields.current);
    setAnswer({ sent: message, text: "", state: "sending", after: messageCount });
    try {
      const body = toBody(fields.current, { intent: "send", message });
      const response = await fetch(target, { method: "POST", body, signal });
      if (!response.headers.get("Content-Type")?.startsWith("text/event-stream"))
        throw new Error("no stream");
      for await (const { event, data } of parseEvents(response)) {
        if (event === "kept") update(() => ({ state: "kept" }));
        if (event === "sentence") update(({ text }) => ({ text: text + String(data) }));
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

  /** Stops the answer; the received part is stored. */
  const stop = () => {
    update(() => ({ state: "stopping" }));
    const body = toBody(fields.current, { intent: "stop" });
    fetch(target, { method: "POST", body }).catch(() => update(() => ({ state: "kept" })));
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter as HTMLButtonElement | null;
    const isSend = button?.value === "send" || button?.name === "offer";
    const form = new FormData(event.currentTarget, button);
    if (!isSend || messageOf(form) === "" || isHere) return;
    event.preventDefault();
    fields.current = form;
    void send();
  };

  // The loader data may contain the sent message before the answer is complete.
  const streaming = isHere ? { ...answer, sent: messageCount > answer.after ? "" : answer.sent } : null;
  return { coming: streaming, stop, onSubmit };
}
