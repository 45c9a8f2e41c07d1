import { useEffect, useRef, useState } from "react";
import { signInWithPasskey, supportsPasskeyAutofill, supportsPasskeys } from "~/browser/passkeys";
import { useHydrated } from "~/browser/use-browser-state";
import { useInstance } from "~/components/layout/use-instance";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";

type Asking = {
  /** Reads the form when a passkey was chosen. */
  form: () => object;
  say: (message: string) => void;
};

/** Requests a passkey. Browsers allow one request at a time, so a new one aborts the last and waits for it. */
function createPasskeyPrompt({ form, say }: Asking) {
  let stop = new AbortController();
  let done = Promise.resolve();

  async function turn(before: Promise<void>, { signal }: AbortController, mediation?: "conditional") {
    await before;
    if (signal.aborted) return;
    const outcome = await signInWithPasskey({ mediation, signal, form });
    if (outcome && "location" in outcome) return window.location.assign(outcome.location);
    if (signal.aborted) return;
    if (outcome) say(outcome.message);
    // The autofill request resumes after an explicit one.
    if ((outcome || !mediation) && (await supportsPasskeyAutofill())) ask("conditional");
  }
  function ask(mediation?: "conditional"): void {
    stop.abort();
    stop = new AbortController();
    done = turn(done, stop, mediation);
  }
  return {
    ask,
    /** Offers passkeys in the email field's autofill, if supported. */
    offer: async () => {
      const { signal } = stop;
      if ((await supportsPasskeyAutofill()) && !signal.aborted) ask("conditional");
    },
    end: () => stop.abort(),
  };
}

type Props = { redirectTo: string; remember?: boolean; children?: string };

/** Signs in with a passkey. Renders nothing without script or in a browser without passkey support. */
export function PasskeyButton({ redirectTo, remember = false, children }: Props) {
  const isOnly = useInstance().provider?.isOnly ?? false;
  const isKnown = useHydrated() && !isOnly && supportsPasskeys();
  const [said, setSaid] = useState("");
  const form = useRef({ redirectTo, rememberMe: remember });
  const asking = useRef<ReturnType<typeof createPasskeyPrompt> | null>(null);

  useEffect(() => {
    form.current = { redirectTo, rememberMe: remember };
  }, [redirectTo, remember]);
  useEffect(() => {
    if (!isKnown) return;
    const begun = createPasskeyPrompt({ form: () => form.current, say: setSaid });
    asking.current = begun;
    void begun.offer();
    return begun.end;
  }, [isKnown]);

  if (!isKnown) return null;
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        onClick={() => {
          setSaid("");
          asking.current?.ask();
        }}
      >
        {children ?? t("Sign in with a passkey")}
      </Button>
      <p role="alert" className="text-sm text-harm empty:hidden">
        {said}
      </p>
    </div>
  );
}
