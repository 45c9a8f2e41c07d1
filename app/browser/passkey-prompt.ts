import { offersPasskeys, signInWithPasskey } from "./passkeys";

type Asking = {
  /** What the form says at the moment when a passkey has come. */
  form: () => object;
  say: (message: string) => void;
};

/** Asks for a passkey: one such question at a time, since a browser takes no more. */
export function createPasskeyPrompt({ form, say }: Asking) {
  let stop = new AbortController();
  let done = Promise.resolve();

  async function turn(before: Promise<void>, { signal }: AbortController, mediation?: "conditional") {
    await before;
    if (signal.aborted) return;
    const outcome = await signInWithPasskey({ mediation, signal, form });
    if (outcome && "location" in outcome) return window.location.assign(outcome.location);
    if (signal.aborted) return;
    if (outcome) say(outcome.message);
    // After a question that was pressed, the quiet one waits again.
    if ((outcome || !mediation) && (await offersPasskeys())) ask("conditional");
  }
  function ask(mediation?: "conditional"): void {
    stop.abort();
    stop = new AbortController();
    done = turn(done, stop, mediation);
  }
  return {
    ask,
    /** Waits in the field for the address, where the browser can. */
    offer: async () => {
      const { signal } = stop;
      if ((await offersPasskeys()) && !signal.aborted) ask("conditional");
    },
    end: () => stop.abort(),
  };
}
