import type { ReactNode } from "react";
import { PostForm } from "~/components/forms/post-form";
import { QUICK_EXIT_URL } from "~/content/quick-exit-url";
import * as paths from "~/paths";

/** Meanwhile the page is blank. */
const PATIENCE_MS = 500;
const DRAFT_FIRST_MS = 30;

/** Goes to a page that is not ours, in the place of this one, and locks the journal behind. What is being typed is saved first. */
export function quickExit(): void {
  document.body.style.visibility = "hidden";
  document.title = "…";
  // A browser that shows the page once more as it was asks the server instead.
  window.addEventListener("pageshow", () => window.location.reload());
  // What saves drafts when a page is left listens to this, and it is asked first.
  window.dispatchEvent(new Event("pagehide"));
  const lock: RequestInit = {
    method: "POST",
    body: new URLSearchParams(),
    keepalive: true,
    redirect: "manual",
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  // The draft arrives before the door is shut.
  const locked = wait(DRAFT_FIRST_MS).then(() => fetch(paths.leave(), lock).catch(() => undefined));
  // So that going back does not come before the lock.
  void Promise.race([locked, wait(PATIENCE_MS)]).then(() => window.location.replace(QUICK_EXIT_URL));
}

/** One press to a page that is not ours. With script it takes the place of the page that was open. */
export function QuickExitForm({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <PostForm
      action={paths.leave()}
      reloadDocument
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        quickExit();
      }}
    >
      {children}
    </PostForm>
  );
}
