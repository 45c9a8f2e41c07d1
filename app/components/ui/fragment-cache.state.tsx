import { Link, useInRouterContext, type LinkProps } from "@remix-run/react";
import type { ComponentType, ReactElement } from "react";

/** Values that the markup depends on. There are few, and none belongs to one member. */
type FragmentProps = Record<string, string | boolean | null | undefined>;

/** Beyond this number of different props a fragment is rendered every time. */
const MAX_CACHED = 100;

let renderToText: ((fragment: ReactElement) => string) | undefined;

/** Sets the renderer of the server, so that the browser does not load one. */
export function setFragmentRenderer(render: typeof renderToText): void {
  renderToText = render;
}

/**
 * An element whose children are the same for everyone, such as a menu. The server renders the children once for the same props;
 * menus and footers are half of the elements of a page. The browser renders the component itself and hydrates the same markup.
 * `Children` has no forms, whose tokens differ, and no hooks of the router.
 */
export function cachedFragment<Props extends FragmentProps>(
  Element: "ul" | "nav" | "footer" | "div",
  attributes: { className?: string; "aria-label"?: string },
  Children: ComponentType<Props>,
): ComponentType<Props> {
  const cached = new Map<string, string>();
  const requested = new Set<string>();
  return function CachedFragment(props: Props) {
    const key = renderToText ? JSON.stringify(props) : "";
    const html = cached.get(key);
    if (html !== undefined) return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
    if (renderToText && requested.size < MAX_CACHED && !requested.has(key)) {
      requested.add(key);
      // React cannot render a second tree while it renders this one.
      queueMicrotask(() => cached.set(key, renderToText?.(<Children {...props} />) ?? ""));
    }
    return (
      <Element {...attributes}>
        <Children {...props} />
      </Element>
    );
  };
}

/** The link of a fragment, which the server renders outside of the router. */
export function FragmentLink({ to, children, ...rest }: LinkProps & { to: string }) {
  if (useInRouterContext())
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    );
  const { className, "aria-current": ariaCurrent } = rest;
  return (
    <a aria-current={ariaCurrent} className={className} data-discover="true" href={to}>
      {children}
    </a>
  );
}
