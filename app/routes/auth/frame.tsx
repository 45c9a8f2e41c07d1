import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { CardShell } from "~/components/layout/card-shell";
import { issueCsrfFields } from "~/http/form/csrf.server";

/** Protection for the forms of signing in; the pages inside guard themselves. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { protection, headers } = await issueCsrfFields(request);
  return data({ protection }, { headers });
}

/** A server that was not reached has nothing new to tell. */
export { unlessUnreached as shouldRevalidate } from "~/browser/send-or-explain";

export default function AuthLayout() {
  return (
    <CardShell>
      <Outlet />
    </CardShell>
  );
}
