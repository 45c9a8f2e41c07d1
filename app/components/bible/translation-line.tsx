import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Text = { id: string; name: string; licence: string; others: { id: string; name: string }[] };

/** Which text this is, who allows it to be read here, and the others that are there. */
export function TranslationLine({
  text,
  here,
  reference,
}: {
  text: Text;
  /** The page that the choice leads to, when no reference does. */
  here: string;
  asked: string | null;
  /** In the numbering of our own text: another translation may count its chapters otherwise. */
  reference?: string;
}) {
  return (
    <div className="mt-12 border-t border-line pt-6 text-sm text-muted">
      {text.others.length > 1 && (
        <Form
          method="get"
          action={reference === undefined ? here : paths.passage()}
          className="no-print mb-4 flex flex-wrap items-end gap-3"
        >
          {reference !== undefined && <input type="hidden" name="ref" value={reference} />}
          <div>
            <label htmlFor="bible-translation" className="mb-1.5 block font-medium text-ink">
              {t("Translation")}
            </label>
            <select id="bible-translation" name="translation" defaultValue={text.id} className="control">
              {text.others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>{" "}
          <Button type="submit" variant="quiet">
            {t("Show")}
          </Button>
        </Form>
      )}
      <p>
        {text.name}. {text.licence}
      </p>
    </div>
  );
}
