/**
 * Functions that run inside Firefox. Each is sent as text, so it references nothing outside itself. The elements of the
 * last serialised document are stored in the window, because script may reorder the document.
 */
type Seen = Window & { seen?: Element[]; pressed?: Element };

/** Serialises the document: attributes hold field values and visibility, and each element has a number. */
export function serializeDocument(isScriptOn: boolean): { html: string; title: string } {
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
    // A parser drops the first line break of a text area, so one is added.
    if (element instanceof HTMLTextAreaElement) twin.textContent = `\n${element.value}`;
    if (element instanceof HTMLOptionElement) twin.toggleAttribute("selected", element.selected);
    if (getComputedStyle(element).display === "none") twin.setAttribute("hidden", "");
    // With script enabled, <noscript> is not part of the page.
    if (isScriptOn && element.localName === "noscript") twin.textContent = "";
  });
  return { html: `<!doctype html>${copy.outerHTML}`, title: document.title };
}

/** Whether script has finished pending work. A clicked button stays disabled until its response is rendered. */
export async function isAtRest(pressed: number | undefined): Promise<boolean> {
  // Hydration resizes fields that grow with their text, and so moves the elements below.
  const isHydrated =
    document.documentElement.dataset.script !== "on" ||
    Object.keys(document.body).some((name) => name.startsWith("__reactFiber"));
  if (!isHydrated) return false;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setTimeout(resolve));
  const button = pressed === undefined ? undefined : (window as Seen).seen?.[pressed];
  return !(button instanceof HTMLButtonElement && button.isConnected && button.disabled);
}

/** The point to click on an element, or the reason why it cannot be clicked. */
export function pointOf(at: number): { x: number; y: number } | string {
  const element = (window as Seen).seen?.[at];
  if (!element?.isConnected) return "it has gone";
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const [box] = element.getClientRects();
  if (!box) return "it has no place on the page";
  document.addEventListener("click", ({ target }) => ((window as Seen).pressed = target as Element), {
    capture: true,
    once: true,
  });
  const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const there = document.elementFromPoint(point.x, point.y);
  if (there && (element.contains(there) || there.contains(element))) return point;
  return `${there?.outerHTML.slice(0, 120) ?? "nothing"} is in its place`;
}

/** The element that the last click hit; undefined if it was the intended element. */
export function hitElement(at: number): string | undefined {
  const { pressed, seen } = window as Seen;
  if (pressed && seen?.[at]?.contains(pressed)) return undefined;
  return pressed?.outerHTML.slice(0, 120) ?? "nothing";
}

/** An element of the last serialised document. */
export const elementAt = (at: number): Element | undefined => (window as Seen).seen?.[at];

/** Toggles a checkbox, like a click on its label. */
export function tick(at: number): void {
  ((window as Seen).seen?.[at] as HTMLElement | undefined)?.click();
}

/** Selects the text of a field and returns true if the driver should type the value; otherwise sets the value directly. */
export function fillIn(at: number, value: string, mayType: boolean): boolean {
  const field = (window as Seen).seen?.[at] as HTMLInputElement;
  const isTyped =
    mayType &&
    /^(text|email|password|search|textarea)$/.test(field.type) &&
    value.length > 0 &&
    value.length < 100;
  field.focus();
  if (isTyped) field.select();
  else {
    const kind = Object.getPrototypeOf(field) as object;
    // React overrides the setter on the element itself and would miss the change, so the prototype's setter is called.
    Object.getOwnPropertyDescriptor(kind, "value")?.set?.call(field, value);
    for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
  }
  return isTyped;
}
