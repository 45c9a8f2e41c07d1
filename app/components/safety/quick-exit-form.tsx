import type { ReactNode } from "react";
import { PostForm } from "~/components/forms/post-form";
import { QUICK_EXIT_URL } from "~/content/quick-exit-url";
import * as paths from "~/paths";

/** Maximum wait for the lock, during which the page is blank. */
const EXIT_TIMEOUT_MS = 500;
const DRAFT_HEAD_START_MS = 30;

/** Replaces this page by a neutral one and locks the session. Pending drafts are saved first. */
function quickExit(): void {
  document.body.style.visibility = "hidden";
  document.title = "…";
  // A page restored from the back/forward cache asks the server again.
  window.addEventListener("pageshow", () => window.location.reload());
  // The autosave listens to this event.
  window.dispatchEvent(new Event("pagehide"));
  const lock: RequestInit = {
    method: "POST",
    body: new URLSearchParams(),
    keepalive: true,
    redirect: "manual",
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  // The draft needs the session to be unlocked, so it gets a head start.
  const locked = wait(DRAFT_HEAD_START_MS).then(() => fetch(paths.leave(), lock).catch(() => undefined));
  // Navigation waits for the lock, so that the back button meets a locked session.
  void Promise.race([locked, wait(EXIT_TIMEOUT_MS)]).then(() => window.location.replace(QUICK_EXIT_URL));
}

/** Leaves for a neutral page. With script, that page replaces the current history entry. */
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
