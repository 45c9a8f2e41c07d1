import { t } from "~/i18n/t";

export const UNREADABLE_TEXT = t(
  "This has a character that cannot be kept here. It is shown as “�”: please remove it or write it again.",
);

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const REPLACEMENT = "\ufffd";

/** A form as it was sent. U+FFFD stands for each character of a text that is not UTF-8, and for U+0000. */
export class SentForm extends FormData {
  readonly #unreadable = new Set<string>();

  /** Line breaks are "\n" inside the application, whichever way a form was sent. */
  appendText(name: string, bytes: Uint8Array): void {
    const text = decodeStrictly(bytes);
    if (text === undefined) this.#unreadable.add(name);
    const readable = text ?? lenient.decode(bytes).replaceAll("\0", REPLACEMENT);
    this.append(name, readable.replaceAll("\r\n", "\n"));
  }

  /** The messages for the fields that were not sent as text that can be stored. */
  unreadableFields(): Record<string, string[]> {
    return Object.fromEntries([...this.#unreadable].map((name) => [name, [UNREADABLE_TEXT]]));
  }
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    const text = strict.decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
