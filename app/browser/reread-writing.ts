import type { ShouldRevalidateFunction } from "@remix-run/react";
import { unlessUnreached } from "./send-or-explain";

const isPicture = (value: FormDataEntryValue) => value instanceof File && value.size > 0;

/**
 * For `shouldRevalidate` of the pages for writing. After a conflict the stored text is read again, so that both can be shown;
 * after pictures, so that the good ones are among the page's own where one was refused. Never from a server that was not
 * reached: the page would give way to an error, with the words on it.
 */
export const rereadWriting: ShouldRevalidateFunction = (args) => {
  if ((args.actionResult as { unreached?: boolean } | undefined)?.unreached) return false;
  const pictures = args.formData?.getAll("pictures").some(isPicture) ?? false;
  return args.actionStatus === 409 || pictures || unlessUnreached(args);
};
