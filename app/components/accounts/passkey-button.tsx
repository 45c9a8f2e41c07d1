import { useEffect, useRef, useState } from "react";
import { signInWithPasskey, supportsPasskeyAutofill, supportsPasskeys } from "~/browser/passkeys";
import { useHydrated } from "~/browser/use-browser-state";
import { useInstance } from "~/components/layout/use-instance";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";

type PromptOptions = {
  /** Reads the form when a passkey was chosen. */
  form: () => object;
  onError: (message: string) => void;
};

/** Requests a passkey. Browsers allow one request at a time, so a new one aborts the last and waits for it. */
function createPasskeyPrompt({ form, onError }: PromptOptions) {
  let controller = new AbortController();
  let done = Promise.resolve();

  async function run(previous: Promise<void>, { signal }: AbortController, mediation?: "conditional") {
    await previous;
    if (signal.aborted) return;
    const outcome = await signInWithPasskey({ mediation, signal, form });
    if (outcome && "location" in outcome) return window.location.assign(outcome.location);
    if (signal.aborted) return;
    if (outcome) onError(outcome.message);
    // The autofill request resumes after an explicit one.
    if ((outcome || !mediation) && (await supportsPasskeyAutofill())) ask("conditional");
  }
  function ask(mediation?: "conditional"): void {
    controller.abort();
    controller = new AbortController();
    done = run(done, controller, mediation);
  }
  return {
    ask,
    /** Offers passkeys in the email field's autofill, if supported. */
    offer: async () => {
      const { signal } = controller;
      if ((await supportsPasskeyAutofill()) && !signal.aborted) ask("conditional");
    },
    end: () => controller.abort(),
  };
}

type Props = { redirectTo: string; remember?: boolean; children?: string };

/** Signs in with a passkey. Renders nothing without script or in a browser without passkey support. */
export function PasskeyButton({ redirectTo, remember = false, children }: Props) {
  const isOnly = useInstance().provider?.isOnly ?? false;
  const isSupported = useHydrated() && !isOnly && supportsPasskeys();
  const [error, setError] = useState("");
  const form = useRef({ redirectTo, rememberMe: remember });
  const prompt = useRef<ReturnType<typeof createPasskeyPrompt> | null>(null);

  useEffect(() => {
    form.current = { redirectTo, rememberMe: remember };
  }, [redirectTo, remember]);
  useEffect(() => {
    if (!isSupported) return;
    const created = createPasskeyPrompt({ form: () => form.current, onError: setError });
    prompt.current = created;
    void created.offer();
    return created.end;
  }, [isSupported]);

  if (!isSupported) return null;
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        onClick={() => {
          setError("");
          prompt.current?.ask();
        }}
      >
        {children ?? t("Sign in with a passkey")}
      </Button>
      <p role="alert" className="text-sm text-harm empty:hidden">
        {error}
      </p>
    </div>
  );
}
