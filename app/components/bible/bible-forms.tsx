import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import * as addresses from "~/addresses";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";

/** Two ways into the Bible: by a reference as people write it, and by words. Both are plain addresses. */
export function BibleForms({
  reference,
  q,
  asked,
  children,
}: {
  reference: string;
  q: string;
  asked: string | null;
  /** What there is to say about the reference. */
  children?: ReactNode;
}) {
  return (
    <div className="no-print mb-10">
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Line
          name="ref"
          label={t("Go to")}
          hint={t("Such as Jn 15:4f, Psalm 23 or 1 Cor 13.")}
          button={t("Open")}
          value={reference}
          asked={asked}
        />
        <Line
          name="q"
          label={t("Search")}
          hint={t("Finds verses with all of these words. Put a phrase in quotation marks.")}
          button={t("Search")}
          value={q}
          asked={asked}
        />
      </div>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

type LineProps = {
  name: "ref" | "q";
  label: string;
  hint: string;
  button: string;
  value: string;
  asked: string | null;
};

function Line({ name, label, hint, button, value, asked }: LineProps) {
  return (
    <Form method="get" action={addresses.bible()} role="search" aria-label={label}>
      {asked !== null && <input type="hidden" name="translation" value={asked} />}
      <label htmlFor={`bible-${name}`} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="flex gap-3">
        <input
          dir="auto"
          id={`bible-${name}`}
          type="search"
          name={name}
          maxLength={name === "ref" ? 80 : 200}
          defaultValue={value}
          autoComplete="off"
          aria-describedby={`bible-${name}-hint`}
          className="control min-w-0 flex-1"
        />{" "}
        <Button type="submit" variant="quiet">
          {button}
        </Button>
      </div>
      <p id={`bible-${name}-hint`} className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
    </Form>
  );
}
