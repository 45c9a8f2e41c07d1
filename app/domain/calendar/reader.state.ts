let reader: () => string | null | undefined = () => undefined;

/**
 * Says whose eyes a page is for: on the server the person of the request, in the browser the person of the document. So
 * that everything that writes a date asks here, and no page can forget to pass it on.
 */
export function setReaderLocaleSource(source: typeof reader): void {
  reader = source;
}

/** What is stored of the reader's place; nothing where the reader is not known, as in email. */
export const readerLocale = () => reader();
