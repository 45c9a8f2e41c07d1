import { useRevalidator, useSubmit } from "@remix-run/react";
import { useEffect, useState, type FormEvent } from "react";

/** What was sent and what has come of its answer; null while nothing is on the way. */
export type Coming = { sent: string; text: string } | null;

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

/**
 * Sends a form's message and shows its answer while it comes. Whatever does not go well is left to the form itself: it is
 * sent again as it would be without script, and the same message twice is one.
 */
export function useStreamedAnswer(target: string) {
  const [coming, setComing] = useState<Coming>(null);
  const [isDone, setDone] = useState(false);
  const { revalidate, state } = useRevalidator();
  const submit = useSubmit();

  // The page as the server has it takes the place of what came.
  useEffect(() => {
    if (!isDone || state !== "idle") return;
    setComing(null);
    setDone(false);
  }, [isDone, state]);

  const send = async (form: HTMLFormElement, button: HTMLElement | null) => {
    const fields = new FormData(form, button);
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    body.set("intent", "send");
    body.set("message", wordsOf(fields));
    setComing({ sent: wordsOf(fields), text: "" });
    try {
      const response = await fetch(target, { method: "POST", body });
      if (!response.headers.get("Content-Type")?.startsWith("text/event-stream"))
        throw new Error("no stream");
      for await (const { event, data } of eventsOf(response)) {
        if (event === "sentence") setComing((now) => now && { ...now, text: now.text + String(data) });
        if (event === "failed") throw new Error("failed");
        if (event === "done") {
          form.reset();
          revalidate();
          setDone(true);
          return;
        }
      }
      throw new Error("cut off");
    } catch {
      setComing(null);
      submit(fields, { method: "post" });
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter as HTMLButtonElement | null;
    const isSend = button?.value === "send" || button?.name === "offer";
    const hasWords = wordsOf(new FormData(event.currentTarget, button)) !== "";
    if (!isSend || !hasWords || coming) return;
    event.preventDefault();
    void send(event.currentTarget, button);
  };

  return { coming, onSubmit };
}
