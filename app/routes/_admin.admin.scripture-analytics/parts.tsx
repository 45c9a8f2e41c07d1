import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";

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

type Prompt = { id: string; text: string; answered: string; changed: string };

export function PromptTable({ prompts }: { prompts: Prompt[] }) {
  if (prompts.length === 0) return <p className="text-muted">None in this time.</p>;
  return (
    <DataTable
      caption="Questions answered most"
      columns={[
        { label: "Question" },
        { label: "Answered", numeric: true },
        { label: "Changed for another", numeric: true },
      ]}
    >
      {prompts.map(({ id, text, answered, changed }) => (
        <Row key={id}>
          <RowHead>
            {text} <span className="text-sm text-muted">{id}</span>
          </RowHead>
          <Cell numeric>{answered}</Cell>
          <Cell numeric last>
            {changed}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
