let reader: () => string | null | undefined = () => undefined;

/**
 * Sets where the reader's locale is read from: on the server the request's member, in the browser the document. Formatting
 * functions read it here, so that no page has to pass it on.
 */
export function setReaderLocaleSource(source: typeof reader): void {
  reader = source;
}

/** The reader's stored locale; empty without a reader, as in email. */
export const readerLocale = () => reader();
