import { useEffect, useRef, useState, type FormEvent } from "react";
import { supportsPasskeys, unlockWithPasskey } from "~/browser/passkeys";
import type { LockReply } from "~/browser/watch-idle";
import { PostForm } from "~/components/forms/post-form";
import { Button } from "~/components/ui/button";
import { LOGIN_TEXTS, WRONG_PASSWORD } from "~/domain/identity/texts";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Props = { owner: string; takesPassword: boolean; takesPasskey: boolean; onOpen: () => void };

/** Modal dialog over a locked page. The page below stays mounted, so unsaved text survives. */
export function LockCover({ owner, takesPassword, takesPasskey, onOpen }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    const { title } = document;
    document.title = t("Locked · Still and Know");
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => {
      document.title = title;
      element?.close();
    };
  }, []);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("password");
    if (!(field instanceof HTMLInputElement) || isBusy) return;
    setBusy(true);
    setError(await unlock(owner, field.value, onOpen));
    setBusy(false);
    field.select();
    field.focus();
  };

  const unlockByPasskey = async () => {
    if (isBusy) return;
    setBusy(true);
    setError("");
    const response = await unlockWithPasskey(owner);
    setError(response && ("message" in response ? response.message : applyState(response.state, onOpen)));
    setBusy(false);
  };

  const errorMessage = (
    <p id="lock-trouble" role="alert" className="mt-1.5 text-sm text-harm empty:hidden">
      {error}
    </p>
  );
  return (
    <dialog
      ref={dialog}
      aria-labelledby="lock-title"
      // Browsers may close a dialog at a second Escape without a `cancel` event that can be prevented.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
      className="lock-cover bg-paper p-5 text-ink"
    >
      <div className="mx-auto mt-[12vh] grid w-full max-w-card grid-cols-1 gap-6 rounded-lg border border-line bg-raised p-6 sm:p-9">
        <h1 id="lock-title" className="text-2xl">
          {t("Your journal is locked")}
        </h1>
        <p>{t("This page has not been used for a while. What you were writing is still here.")}</p>
        {takesPassword && (
          <PostForm
            action={paths.unlock()}
            onSubmit={(event) => void send(event)}
            noValidate
            className="grid gap-5"
          >
            <div>
              <label htmlFor="lock-password" className="mb-1.5 block font-medium">
                {t("Password")}
              </label>
              <input
                id="lock-password"
                name="password"
                type="password"
                autoComplete="current-password"
                aria-invalid={error ? true : undefined}
                aria-describedby="lock-trouble"
                className="control"
              />
              {errorMessage}
            </div>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? t("Opening…") : t("Open my journal")}
            </Button>
          </PostForm>
        )}
        {takesPasskey && supportsPasskeys() && (
          <div>
            <Button variant="quiet" disabled={isBusy} onClick={() => void unlockByPasskey()}>
              {t("Open with a passkey")}
            </Button>
            {!takesPassword && errorMessage}
          </div>
        )}
        {/* A new tab keeps this page and its unsaved text. The dialog closes when the member returns to it signed in. */}
        <a
          href={paths.unlock()}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center justify-self-start"
        >
          {takesPassword
            ? t("Open it another way, or sign out")
            : t("Sign in again in a new tab, then come back here")}
        </a>
      </div>
    </dialog>
  );
}

/** @returns the error message, or an empty string if the session is open */
async function unlock(owner: string, password: string, onOpen: () => void): Promise<string> {
  if (!password) return WRONG_PASSWORD;
  try {
    const response = await fetch(paths.apiLock(), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ intent: "unlock", owner, password }),
    });
    const errorMessage = (await response.json()) as Partial<LockReply> & { message?: string };
    if (!response.ok) return errorMessage.message ?? LOGIN_TEXTS.connection.text;
    return applyState(errorMessage.state, onOpen);
  } catch {
    return LOGIN_TEXTS.connection.text;
  }
}

/** Handles the server's response. @returns the message to show, or an empty string */
function applyState(state: string | undefined, onOpen: () => void): string {
  if (state === "over")
    return t(
      "Your session is over. Please sign in again in a new tab, then come back here: your words are still here.",
    );
  if (state === "other") window.location.reload();
  else if (state === "open") onOpen();
  return "";
}
