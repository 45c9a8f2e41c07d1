import { createContext } from "react";

/** Per-document data: the CSP nonce, and the request id for the error screen. */
type DocumentInfo = {
  nonce?: string;
  requestId?: string;
};

export const DocumentContext = createContext<DocumentInfo>({});
