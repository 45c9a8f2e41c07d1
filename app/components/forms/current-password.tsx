import type { FieldMetadata } from "@conform-to/react";
import { useRouteLoaderData } from "@remix-run/react";
import { useHouse } from "~/components/layout/use-house";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import { Field } from "./field";
import { FieldErrors } from "./field-messages";

type Props<Schema, Form extends Record<string, unknown>> = {
  meta: FieldMetadata<Schema, Form>;
  label?: string;
  className?: string;
};

/** The password typed again before what could harm. Of someone who has none, that they have signed in just now is asked instead. */
export function CurrentPasswordField<Schema, Form extends Record<string, unknown>>({
  meta,
  label = t("Current password"),
  className,
}: Props<Schema, Form>) {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  const { provider } = useHouse();
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
          "You have no password here. This works within ten minutes of signing in with {name}; later, please sign out and in again first.",
          { name: provider?.name ?? "" },
        )}
      </p>
      {meta.errors && (
        <FieldErrors id={meta.errorId} errors={[t("Please sign out and in again, and come back here.")]} />
      )}
    </div>
  );
}
