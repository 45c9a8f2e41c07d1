import { createContext } from "react";

/** What belongs to one document: the nonce that lets its scripts run, and the request's id for the error screen. */
export type DocumentInfo = {
  nonce?: string;
  requestId?: string;
};

export const DocumentContext = createContext<DocumentInfo>({});
