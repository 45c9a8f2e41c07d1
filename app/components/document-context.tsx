import { createContext } from "react";

/** What belongs to one document: the nonce that lets its scripts run, and the request's id for the error screen. */
export type DocumentInfo = {
  nonce?: string;
  requestId?: string;
  /** Told while the server renders whether the page works with script, which is then put at its end. */
  tellScript?: (wanted: boolean) => void;
};

export const DocumentContext = createContext<DocumentInfo>({});
