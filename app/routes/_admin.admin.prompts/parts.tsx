import { Form, Link } from "@remix-run/react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";
import { Badge } from "~/components/ui/badge";
import { Sentence } from "~/components/ui/sentence";
import { promptsWords } from "~/words/admin/prompts";

export const STATE_CHOICES = [
  ["used", promptsWords.inUse],
  ["added", promptsWords.addedHere],
  ["retired", promptsWords.retired],
] as const;
type Prompt = {
  id: string;
  category: string;
  slot: "any" | "morning" | "evening";
  depth: number;
  text: string;
  season?: string;
  isAdded: boolean;
  isRetired: boolean;
};

export function LibraryTable({ prompts }: { prompts: Prompt[] }) {
  if (prompts.length === 0) return <p className="text-muted">{promptsWords.noQuestionMatchesThis}</p>;
  return (
    <DataTable
      caption={promptsWords.questions}
      columns={[
        { label: promptsWords.question },
        { label: promptsWords.category },
        { label: promptsWords.when },
        { label: promptsWords.change },
      ]}
    >
      {prompts.map((prompt) => (
        <Row key={prompt.id}>
          <RowHead>
            {prompt.text} {prompt.isRetired && <Badge>{promptsWords.retired}</Badge>}
            {prompt.isAdded && <Badge tone="accent">{promptsWords.addedHere}</Badge>}
          </RowHead>
          <Cell>{prompt.category}</Cell>
          <Cell>{promptsWords.whenAsked(prompt)}</Cell>
          <Cell last>
            {prompt.isAdded ? (
              <Link to={`/admin/prompts/${prompt.id}`}>
                <Sentence
                  text={promptsWords.editQuestion}
                  parts={{ hidden: (text) => <span className="sr-only">{text}</span>, text: prompt.text }}
                />
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
                  {prompt.isRetired ? promptsWords.bringBack : promptsWords.retire}
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
