import { useEffect, useRef, useState } from "react";
import { createPasskeyPrompt } from "~/browser/passkey-prompt";
import { knowsPasskeys } from "~/browser/passkeys";
import { useHydrated } from "~/browser/use-hydrated";
import { useInstance } from "~/components/layout/use-instance";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";

type Props = { redirectTo: string; remember?: boolean; children?: string };

/** The way in with a passkey. It needs script and a browser that knows passkeys; elsewhere nothing of it is seen. */
export function PasskeyButton({ redirectTo, remember = false, children }: Props) {
  const isOnly = useInstance().provider?.isOnly ?? false;
  const isKnown = useHydrated() && !isOnly && knowsPasskeys();
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
