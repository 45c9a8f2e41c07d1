import { Form } from "@remix-run/react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";

type Reading = { plan: string; reference: string; verses: number; isReadable: boolean };

export function PreviewTable({ readings }: { readings: Reading[] }) {
  return (
    <DataTable
      caption="Readings of the day"
      columns={[{ label: "Plan" }, { label: "Passage" }, { label: "Verses", numeric: true }]}
    >
      {readings.map(({ plan, reference, verses, isReadable }) => (
        <Row key={plan}>
          <RowHead>{plan}</RowHead>
          <Cell>{reference}</Cell>
          <Cell numeric last>
            {isReadable ? verses : <span className="font-medium text-harm">Fails: {verses}</span>}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

type Passage = { name: string; served: string; prayed: string; begun: string; skipped: string };

export function PassageTable({ passages }: { passages: Passage[] }) {
  if (passages.length === 0) return <p className="text-muted">None in this time.</p>;
  return (
    <DataTable
      caption="Passages"
      columns={[
        { label: "Passage" },
        { label: "Shown", numeric: true },
        { label: "Prayed", numeric: true },
        { label: "Begun only", numeric: true },
        { label: "Passed over", numeric: true },
      ]}
    >
      {passages.map(({ name, served, prayed, begun, skipped }) => (
        <Row key={name}>
          <RowHead>{name}</RowHead>
          <Cell numeric>{served}</Cell>
          <Cell numeric>{prayed}</Cell>
          <Cell numeric>{begun}</Cell>
          <Cell numeric last>
            {skipped}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

type Prompt = {
  id: string;
  text: string;
  shown: string;
  answered: string;
  changed: string;
  skipped: string;
  canRetire: boolean;
};

export function PromptTable({ prompts }: { prompts: Prompt[] }) {
  if (prompts.length === 0) return <p className="text-muted">None in this time.</p>;
  return (
    <DataTable
      caption="Questions"
      columns={[
        { label: "Question" },
        { label: "Shown", numeric: true },
        { label: "Answered", numeric: true },
        { label: "Changed", numeric: true },
        { label: "Passed over", numeric: true },
        { label: "Retire" },
      ]}
    >
      {prompts.map(({ id, text, shown, answered, changed, skipped, canRetire }) => (
        <Row key={id}>
          <RowHead>
            {text} <span className="whitespace-nowrap text-sm text-muted">{id}</span>
          </RowHead>
          <Cell numeric>{shown}</Cell>
          <Cell numeric>{answered}</Cell>
          <Cell numeric>{changed}</Cell>
          <Cell numeric>{skipped}</Cell>
          <Cell last>
            {canRetire ? (
              <Form method="post" action="/admin/prompts">
                <FormProtection />
                <input type="hidden" name="id" value={id} />
                <button type="submit" name="intent" value="retire" className="min-h-11 underline">
                  Retire<span className="sr-only">: {text}</span>
                </button>
              </Form>
            ) : (
              "–"
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
