import type { ReactNode } from "react";
import { quickExit } from "~/browser/quick-exit";
import { PostForm } from "~/components/forms/post-form";
import * as paths from "~/paths";

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
