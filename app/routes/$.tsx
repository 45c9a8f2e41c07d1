import { notFound } from "~/http/loaders.server";

export const handle = { js: false };

/** Whatever no other route knows: status 404 and the not-found page. */
export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}

export default function NotFound() {
  return null;
}
