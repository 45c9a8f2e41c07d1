import { Link } from "@remix-run/react";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** The way to sign in, on the pages where an account is made. */
export function SignInInstead() {
  return (
    <p>
      <Trans>
        Already have an account? <Link to={paths.login()}>Sign in</Link>
      </Trans>
    </p>
  );
}
