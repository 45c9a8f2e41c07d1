import { Form } from "@remix-run/react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";
import { Sentence } from "~/components/ui/sentence";
import { scriptureAnalyticsWords } from "~/words/admin/scripture-analytics";

type Reading = { plan: string; reference: string; verses: number; isReadable: boolean };

export function PreviewTable({ readings }: { readings: Reading[] }) {
  return (
    <DataTable
      caption={scriptureAnalyticsWords.readingsOfTheDay}
      columns={[
        { label: scriptureAnalyticsWords.plan },
        { label: scriptureAnalyticsWords.passage },
        { label: scriptureAnalyticsWords.verses, numeric: true },
      ]}
    >
      {readings.map(({ plan, reference, verses, isReadable }) => (
        <Row key={plan}>
          <RowHead>{plan}</RowHead>
          <Cell>{reference}</Cell>
          <Cell numeric last>
            {isReadable ? (
              verses
            ) : (
              <span className="font-medium text-harm">{scriptureAnalyticsWords.fails({ verses })}</span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

type Passage = { name: string; served: string; prayed: string; begun: string; skipped: string };

export function PassageTable({ passages }: { passages: Passage[] }) {
  if (passages.length === 0) return <p className="text-muted">{scriptureAnalyticsWords.noneInThisTime}</p>;
  return (
    <DataTable
      caption={scriptureAnalyticsWords.passages}
      columns={[
        { label: scriptureAnalyticsWords.passage },
        { label: scriptureAnalyticsWords.shown, numeric: true },
        { label: scriptureAnalyticsWords.prayed, numeric: true },
        { label: scriptureAnalyticsWords.begunOnly, numeric: true },
        { label: scriptureAnalyticsWords.passedOver, numeric: true },
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
  if (prompts.length === 0) return <p className="text-muted">{scriptureAnalyticsWords.noneInThisTime}</p>;
  return (
    <DataTable
      caption={scriptureAnalyticsWords.questions}
      columns={[
        { label: scriptureAnalyticsWords.question },
        { label: scriptureAnalyticsWords.shown, numeric: true },
        { label: scriptureAnalyticsWords.answered, numeric: true },
        { label: scriptureAnalyticsWords.changed, numeric: true },
        { label: scriptureAnalyticsWords.passedOver, numeric: true },
        { label: scriptureAnalyticsWords.retire },
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
                  <Sentence
                    text={scriptureAnalyticsWords.retireQuestion}
                    parts={{ hidden: (text) => <span className="sr-only">{text}</span>, text }}
                  />
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
