import type { ReactNode } from "react";
import * as addresses from "~/addresses";
import { leaveAtOnce } from "~/browser/leave-at-once";
import { PostForm } from "~/components/forms/post-form";

/** One press to a page that is not ours. With script it takes the place of the page that was open. */
export function LeaveForm({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <PostForm
      action={addresses.leave()}
      reloadDocument
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        leaveAtOnce();
      }}
    >
      {children}
    </PostForm>
  );
}
