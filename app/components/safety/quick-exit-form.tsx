import type { ReactNode } from "react";
import { PostForm } from "~/components/forms/post-form";
import { QUICK_EXIT_URL } from "~/content/quick-exit-url";
import * as paths from "~/paths";

/** After this the neutral page opens, even if the session is not locked yet; the page is blank until then. */
const EXIT_TIMEOUT_MS = 500;
/** Time for the autosave to send its request before the request that locks the session. */
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
  // A locked session cannot save a draft.
  const locked = wait(DRAFT_HEAD_START_MS).then(() => fetch(paths.leave(), lock).catch(() => undefined));
  // Navigation waits for the lock, so that the back button meets a locked session.
  void Promise.race([locked, wait(EXIT_TIMEOUT_MS)]).then(() => window.location.replace(QUICK_EXIT_URL));
}

/** A form that opens a neutral page. With script, that page replaces the current history entry. */
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
