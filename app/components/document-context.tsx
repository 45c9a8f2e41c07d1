import { createContext } from "react";

/** Per-document data: the CSP nonce, the request id for the error screen, and whether a route of the document has failed. */
type DocumentInfo = {
  nonce?: string;
  requestId?: string;
  hasFailed?: boolean;
};

export const DocumentContext = createContext<DocumentInfo>({});

/** A page without script exports `handle = { js: false }`. */
export function usesScript(handle: unknown): boolean {
  return (handle as { js?: boolean } | null | undefined)?.js !== false;
}
