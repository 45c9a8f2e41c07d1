import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { LinkItems, SkipLink } from "~/components/layout/links";
import { useInstance } from "~/components/layout/use-instance";
import { Brand } from "~/components/ui/brand";
import { WAITING_PRAYER } from "~/domain/accounts/texts";
import { hasAnonymousPrayer } from "~/http/anonymous-visitor.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const FOOTER_LINKS = [
  { to: paths.safety(), label: t("Need help now?") },
  { to: paths.home(), label: t("Home") },
  { to: paths.privacy(), label: t("Privacy Policy") },
  { to: paths.terms(), label: t("Terms of Service") },
];

/** Layout of the sign-in pages: a card below the brand. */
export function CardShell({ children }: { children: ReactNode }) {
  const { name } = useInstance();
  return (
    <div className="flex min-h-screen flex-col items-center px-4 py-8 sm:py-16">
      <SkipLink />
      <header>
        <Link to={paths.home()} reloadDocument className="inline-flex min-h-11 items-center no-underline">
          <Brand siteName={name} />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="card-page mt-6 grid w-full max-w-card grid-cols-1 gap-6 rounded-lg border border-line bg-raised p-6 sm:p-9"
      >
        {children}
      </main>
      <nav aria-label={t("Further pages")} className="mt-6">
        <ul className="flex max-w-72 flex-wrap justify-center gap-x-6 sm:max-w-none">
          <LinkItems links={FOOTER_LINKS} />
        </ul>
      </nav>
    </div>
  );
}

/** Issues the CSRF fields of the forms; the loader of each page checks access. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { protection, headers } = await issueCsrfFields(request);
  return data({ protection, hasPrayer: await hasAnonymousPrayer(request) }, { headers });
}

/** No revalidation when the server was unreachable. */
export { revalidateUnlessUnreachable as shouldRevalidate } from "~/browser/submit-with-timeout";

export default function AuthLayout() {
  const { hasPrayer } = useLoaderData<typeof loader>();
  return (
    <CardShell>
      {hasPrayer && (
        <p role="status" className="rounded border-l-4 border-accent bg-accent-soft px-4 py-3">
          {WAITING_PRAYER}
        </p>
      )}
      <Outlet />
    </CardShell>
  );
}
