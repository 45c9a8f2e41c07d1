/** A client that accepts HTML wants a document; our own script asks for data and accepts anything. */
const asksForDocument = (request: Request) => request.headers.get("Accept")?.includes("text/html") ?? false;

/**
 * Adds to a loader's data what its page shows in full. A document is rendered from it and does not carry it a second time,
 * as data for the browser, which finds it on the page: what cannot be listed is not sent. An answer of data alone has it.
 */
export function onceOnPage<D extends object, Shown extends object>(
  request: Request,
  data: D,
  shown: Shown,
): D & Partial<Shown> {
  const enumerable = !asksForDocument(request);
  for (const [name, value] of Object.entries(shown)) Object.defineProperty(data, name, { value, enumerable });
  return data;
}
