import { useContext, useId } from "react";
import { DocumentContext, type TextPlace } from "./document-context";

/** Shorter texts are cheaper to repeat than to refer to. */
export const MIN_NOTED_LENGTH = 100;

/** HTML parsers change these characters, so the element would not give the same text back. */
const CHANGED_BY_PARSERS = /[\r\0]/;

const canBeNoted = (text: string) => text.length >= MIN_NOTED_LENGTH && !CHANGED_BY_PARSERS.test(text);

/** Tells the document that the control with this id begins with the text, so that the page's data refers to it. */
export function useNotedValue(text: unknown, id: string): void {
  const { noteText } = useContext(DocumentContext);
  if (noteText && typeof text === "string" && canBeNoted(text))
    noteText(text, { id, property: "defaultValue" });
}

/** The same for an element without an id of its own. @returns the id to give it, if it needs one */
export function useTextId(text: string, property: TextPlace["property"] = "textContent"): string | undefined {
  const { noteText } = useContext(DocumentContext);
  const id = useId();
  if (!canBeNoted(text)) return undefined;
  noteText?.(text, { id, property });
  return id;
}
