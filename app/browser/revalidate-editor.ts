import type { ShouldRevalidateFunction } from "@remix-run/react";
import { revalidateUnlessUnreachable } from "./submit-with-timeout";

/**
 * For `shouldRevalidate` of the pages for writing. After a conflict the stored text is read again, so that both can be shown. Never
 * from a server that was not reached: the page would give way to an error, with the words on it.
 */
export const shouldRevalidateEditor: ShouldRevalidateFunction = (args) => {
  if ((args.actionResult as { unreached?: boolean } | undefined)?.unreached) return false;
  return args.actionStatus === 409 || revalidateUnlessUnreachable(args);
};
