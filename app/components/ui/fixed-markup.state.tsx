import type { ComponentType, ReactElement } from "react";

/** What fixed markup depends on: few values in all, and nothing of a person. */
type Plain = Record<string, string | boolean | null | undefined>;

/** Renders to text; a browser has none, and renders the same components, with which it takes the text over. */
let toText: ((part: ReactElement) => string) | undefined;

/** The server says how it renders (app/render-document.server.tsx), so that no browser loads what can. */
export function renderFixedMarkupWith(render: typeof toText): void {
  toText = render;
}

/** Addresses and words of the house are some dozens; more would mean that something of a person has slipped in. */
const MOST = 100;

/**
 * An element whose inside is the same for everyone: menus, feet of pages, long choices. While the server renders it is
 * written from text that was rendered once for the same properties; half of what React has to do for a page is such furniture.
 * Within it are no forms, whose tokens differ, and no hooks of the framework: what it has to know are its properties.
 */
export function fixedMarkup<Props extends Plain>(
  Element: "ul" | "nav" | "footer" | "div",
  attributes: { className?: string; "aria-label"?: string },
  Inside: ComponentType<Props>,
): ComponentType<Props> {
  const known = new Map<string, string>();
  const wanted = new Set<string>();
  return function FixedMarkup(props: Props) {
    const key = toText ? JSON.stringify(props) : "";
    const text = known.get(key);
    if (text !== undefined) return <Element {...attributes} dangerouslySetInnerHTML={{ __html: text }} />;
    if (toText && wanted.size < MOST && !wanted.has(key)) {
      wanted.add(key);
      // React cannot begin another page within one.
      queueMicrotask(() => known.set(key, toText?.(<Inside {...props} />) ?? ""));
    }
    return (
      <Element {...attributes}>
        <Inside {...props} />
      </Element>
    );
  };
}
