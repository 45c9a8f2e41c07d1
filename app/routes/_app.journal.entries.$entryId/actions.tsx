import { Form, Link } from "@remix-run/react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { entryWords } from "~/words/journal/entry";

type Props = {
  id: string;
  editable: boolean;
  favourite: boolean;
  excluded: boolean;
  deleted: boolean;
  /** Whether it has been saved more than once. */
  changed: boolean;
};

/** What can be done with an entry: one form, one button for each. */
export function EntryActions({ id, editable, favourite, excluded, deleted, changed }: Props) {
  return (
    <footer className="no-print mt-12 border-t border-line pt-6">
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <FormProtection />
        {deleted ? (
          <>
            <SubmitButton name="intent" value="restore">
              {entryWords.restore}
            </SubmitButton>{" "}
            <ButtonLink to={`/journal/history/trash/${id}`} variant="danger">
              {entryWords.deleteForGood}
            </ButtonLink>
          </>
        ) : (
          <>
            {editable && <ButtonLink to={`/journal/entries/${id}/edit`}>{entryWords.edit}</ButtonLink>}{" "}
            <SubmitButton name="intent" value={favourite ? "unfavourite" : "favourite"} variant="quiet">
              {favourite ? entryWords.removeFromFavourites : entryWords.addToFavourites}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value={excluded ? "include" : "exclude"} variant="quiet">
              {excluded ? entryWords.includeInInsights : entryWords.excludeFromInsights}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value="delete" variant="danger">
              {entryWords.delete}
            </SubmitButton>
          </>
        )}
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to="/journal/history">{entryWords.history}</Link>{" "}
        {deleted && <Link to="/journal/history/trash">{entryWords.trash}</Link>}{" "}
        {changed && !deleted && (
          <Link to={`/journal/entries/${id}/versions`}>{entryWords.earlierVersions}</Link>
        )}
      </p>
    </footer>
  );
}
