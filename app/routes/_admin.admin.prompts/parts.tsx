import { Form, Link } from "@remix-run/react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";
import { Badge } from "~/components/ui/badge";

export const STATE_CHOICES = [
  ["used", "In use"],
  ["added", "Added here"],
  ["retired", "Retired"],
] as const;
type Prompt = {
  id: string;
  category: string;
  slot: string;
  depth: number;
  text: string;
  season?: string;
  isAdded: boolean;
  isRetired: boolean;
};

export function LibraryTable({ prompts }: { prompts: Prompt[] }) {
  if (prompts.length === 0) return <p className="text-muted">No question matches this.</p>;
  return (
    <DataTable
      caption="Questions"
      columns={[{ label: "Question" }, { label: "Category" }, { label: "When" }, { label: "Change" }]}
    >
      {prompts.map((prompt) => (
        <Row key={prompt.id}>
          <RowHead>
            {prompt.text} {prompt.isRetired && <Badge>Retired</Badge>}
            {prompt.isAdded && <Badge tone="accent">Added here</Badge>}
          </RowHead>
          <Cell>{prompt.category}</Cell>
          <Cell>
            {prompt.slot === "any" ? "any time" : prompt.slot}, depth {prompt.depth}
            {prompt.season && `, ${prompt.season}`}
          </Cell>
          <Cell last>
            {prompt.isAdded ? (
              <Link to={`/admin/prompts/${prompt.id}`}>
                Edit<span className="sr-only">: {prompt.text}</span>
              </Link>
            ) : (
              <Form method="post" action="/admin/prompts">
                <FormProtection />
                <input type="hidden" name="id" value={prompt.id} />
                <button
                  type="submit"
                  name="intent"
                  value={prompt.isRetired ? "return" : "retire"}
                  className="min-h-11 underline"
                >
                  {prompt.isRetired ? "Bring back" : "Retire"}
                  <span className="sr-only">: {prompt.text}</span>
                </button>
              </Form>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
