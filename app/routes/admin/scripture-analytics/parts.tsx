import * as addresses from "~/addresses";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { PostForm } from "~/components/forms/post-form";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Reading = { plan: string; reference: string; verses: number; isReadable: boolean };

export function PreviewTable({ readings }: { readings: Reading[] }) {
  return (
    <DataTable
      caption={t("Readings of the day")}
      columns={[{ label: t("Plan") }, { label: t("Passage") }, { label: t("Verses"), numeric: true }]}
    >
      {readings.map(({ plan, reference, verses, isReadable }) => (
        <Row key={plan}>
          <RowHead>{plan}</RowHead>
          <Cell>{reference}</Cell>
          <Cell numeric last>
            {isReadable ? (
              verses
            ) : (
              <span className="font-medium text-harm">{t("Fails: {verses}", { verses })}</span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

type Passage = { name: string; served: string; prayed: string; begun: string; skipped: string };

export function PassageFigures({ passages }: { passages: Passage[] }) {
  if (passages.length === 0) return <p className="text-muted">{t("None in this period.")}</p>;
  return (
    <DataTable
      caption={t("Passages")}
      columns={[
        { label: t("Passage") },
        { label: t("Shown"), numeric: true },
        { label: t("Prayed"), numeric: true },
        { label: t("Begun only"), numeric: true },
        { label: t("Skipped"), numeric: true },
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
  if (prompts.length === 0) return <p className="text-muted">{t("None in this period.")}</p>;
  return (
    <DataTable
      caption={t("Questions")}
      columns={[
        { label: t("Question") },
        { label: t("Shown"), numeric: true },
        { label: t("Answered"), numeric: true },
        { label: t("Changed"), numeric: true },
        { label: t("Skipped"), numeric: true },
        { label: t("Retire") },
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
              <PostForm action={addresses.adminPrompts()}>
                <input type="hidden" name="id" value={id} />
                <button type="submit" name="intent" value="retire" className="min-h-11 underline">
                  <Trans>
                    Retire<span className="sr-only">: {text}</span>
                  </Trans>
                </button>
              </PostForm>
            ) : (
              "–"
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
