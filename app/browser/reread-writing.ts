import type { ShouldRevalidateFunction } from "@remix-run/react";
import { unlessUnreached } from "./send-or-explain";

/**
 * For `shouldRevalidate` of the pages for writing. After a conflict the stored text is read again, so that both can be shown. Never
 * from a server that was not reached: the page would give way to an error, with the words on it.
 */
export const rereadWriting: ShouldRevalidateFunction = (args) => {
  if ((args.actionResult as { unreached?: boolean } | undefined)?.unreached) return false;
  return args.actionStatus === 409 || unlessUnreached(args);
};
