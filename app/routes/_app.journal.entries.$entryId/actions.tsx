import { Form, Link } from "@remix-run/react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";

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
              Restore
            </SubmitButton>{" "}
            <ButtonLink to={`/journal/history/trash/${id}`} variant="danger">
              Delete for good
            </ButtonLink>
          </>
        ) : (
          <>
            {editable && <ButtonLink to={`/journal/entries/${id}/edit`}>Edit</ButtonLink>}{" "}
            <SubmitButton name="intent" value={favourite ? "unfavourite" : "favourite"} variant="quiet">
              {favourite ? "Remove from favourites" : "Add to favourites"}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value={excluded ? "include" : "exclude"} variant="quiet">
              {excluded ? "Include in insights" : "Exclude from insights"}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value="delete" variant="danger">
              Delete
            </SubmitButton>
          </>
        )}
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to="/journal/history">History</Link> {deleted && <Link to="/journal/history/trash">Trash</Link>}{" "}
        {changed && !deleted && <Link to={`/journal/entries/${id}/versions`}>Earlier versions</Link>}
      </p>
    </footer>
  );
}
