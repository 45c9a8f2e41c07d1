import { Link as RouterLink } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  to: string;
  /** A whole new document, where the next page does not share this one's script or look. */
  reloadDocument?: boolean;
  preventScrollReset?: boolean;
};

/**
 * The framework's link. Its hooks serve clicks: while the server renders, an address of ours is an anchor as it is, and the
 * browser takes over the same element.
 */
export function Link({ to, reloadDocument, preventScrollReset, children, ...anchor }: Props) {
  return import.meta.env.SSR && to.startsWith("/") ? (
    <a data-discover="true" {...anchor} href={to}>
      {children}
    </a>
  ) : (
    <RouterLink {...anchor} {...{ to, reloadDocument, preventScrollReset }}>
      {children}
    </RouterLink>
  );
}
