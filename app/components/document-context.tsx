import { createContext } from "react";

/** What belongs to one document: the nonce that lets its scripts run, and the request's id for the error screen. */
export type DocumentInfo = {
  nonce?: string;
  requestId?: string;
  /** Told while the server renders whether the page works with script, which is then put at its end. */
  tellScript?: (wanted: boolean) => void;
  /** Called while the server renders with each long text and the element that holds it. */
  noteText?: (text: string, place: TextPlace) => void;
};

/** Where a document holds a text: the id of the element, and the property that gives the text back. */
export type TextPlace = { id: string; property: "textContent" | "innerHTML" | "defaultValue" };

export const DocumentContext = createContext<DocumentInfo>({});
