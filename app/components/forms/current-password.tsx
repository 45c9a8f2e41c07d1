import type { FieldMetadata } from "@conform-to/react";
import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useInstance } from "~/components/layout/use-instance";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { Field, FieldErrors } from "./field";

type Props<Schema, Form extends Record<string, unknown>> = {
  meta: FieldMetadata<Schema, Form>;
  label?: string;
  className?: string;
};

/**
 * Asks for the current password before a sensitive action. A member without a password must have signed in recently
 * instead.
 */
export function CurrentPasswordField<Schema, Form extends Record<string, unknown>>({
  meta,
  label = t("Current password"),
  className,
}: Props<Schema, Form>) {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  const { provider } = useInstance();
  const { pathname, search } = useLocation();
  if (!viewer || viewer.hasPassword)
    return (
      <Field
        meta={meta}
        label={label}
        type="password"
        autoComplete="current-password"
        className={className}
      />
    );
  return (
    <div className={className}>
      <input type="hidden" name={meta.name} value="none" />
      <p className="text-sm text-muted">
        {t(
          "You have no password here. This works within ten minutes of showing who you are, with {name} or a passkey.",
          { name: provider?.name ?? "" },
        )}{" "}
        {provider && (
          <a href={paths.provider({ redirectTo: pathname + search })}>
            {t("Sign in with {name} again", { name: provider.name })}
          </a>
        )}
      </p>
      {meta.errors && (
        <FieldErrors
          id={meta.errorId}
          errors={[t("That was too long ago. Please sign in again, and come back here.")]}
        />
      )}
    </div>
  );
}
