import { PublicShell } from "~/components/layout/public-shell";
import NotFound, { loader } from "./_info.404";

export { loader, meta } from "./_info.404";

export const handle = { js: false };

/** Whatever no other route knows, by any method: status 404 and the not-found page. */
export const action = () => loader();

export default function Unknown() {
  return (
    <PublicShell>
      <NotFound />
    </PublicShell>
  );
}
