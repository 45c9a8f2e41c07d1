/**
 * Functions that run inside Firefox. Each is sent as text, so it references nothing outside itself. The elements of the
 * last serialised document are stored in the window, because script may reorder the document.
 */
type Seen = Window & { seen?: Element[] };

/** Serialises the document: attributes hold field values and visibility, and each element has a number. */
export function serializeDocument(isScriptOn: boolean): string {
  const live = [...document.querySelectorAll("*")];
  (window as Seen).seen = live;
  const copy = document.documentElement.cloneNode(true) as Element;
  const copies = [copy, ...copy.querySelectorAll("*")];
  live.forEach((element, at) => {
    const twin = copies[at];
    if (!twin) return;
    twin.setAttribute("data-at", String(at));
    if (element instanceof HTMLInputElement) {
      if (/^(checkbox|radio)$/.test(element.type)) twin.toggleAttribute("checked", element.checked);
      else if (element.type !== "file" && element.value !== "") twin.setAttribute("value", element.value);
      else twin.removeAttribute("value");
    }
    // A parser drops the first line break.
    if (element instanceof HTMLTextAreaElement) twin.textContent = `\n${element.value}`;
    if (element instanceof HTMLOptionElement) twin.toggleAttribute("selected", element.selected);
    if (getComputedStyle(element).display === "none") twin.setAttribute("hidden", "");
    // With script enabled, <noscript> is not part of the page.
    if (isScriptOn && element.localName === "noscript") twin.textContent = "";
  });
  return `<!doctype html>${copy.outerHTML}`;
}

/** Whether the page has loaded and script has finished pending work. A clicked button stays disabled until its response is rendered. */
export function isAtRest(pressed: number | undefined): boolean {
  const button = pressed === undefined ? undefined : (window as Seen).seen?.[pressed];
  const isPending = button instanceof HTMLButtonElement && button.isConnected && button.disabled;
  // Hydration resizes fields that grow with their text, and so moves the elements below.
  const isHydrated =
    document.documentElement.dataset.script !== "on" ||
    Object.keys(document.body).some((name) => name.startsWith("__reactFiber"));
  return document.readyState === "complete" && isHydrated && !isPending;
}

/** An element of the last serialised document. */
export const elementAt = (at: number): Element | undefined => (window as Seen).seen?.[at];

/** Sets the value of a field, or toggles a box like a click on its label. */
export function fillIn(at: number, value: string): void {
  const field = (window as Seen).seen?.[at] as HTMLInputElement;
  if (/^(checkbox|radio)$/.test(field.type)) return field.click();
  field.focus();
  const kind = Object.getPrototypeOf(field) as object;
  // React watches the element's own value setter.
  Object.getOwnPropertyDescriptor(kind, "value")?.set?.call(field, value);
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
