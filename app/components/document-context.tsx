import { createContext } from "react";

/** Per-document data: the CSP nonce, the request id for the error screen, and whether a route of the document has failed. */
type DocumentInfo = {
  nonce?: string;
  requestId?: string;
  hasFailed?: boolean;
};

export const DocumentContext = createContext<DocumentInfo>({});
