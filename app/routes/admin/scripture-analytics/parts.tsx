import * as addresses from "~/addresses";
import { DataTable } from "~/components/admin/data-table";
import { PostForm } from "~/components/forms/post-form";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Reading = { plan: string; reference: string; verses: number; isReadable: boolean };

export function PreviewTable({ readings }: { readings: Reading[] }) {
  return (
    <DataTable
      caption={t("Readings of the day")}
      rows={readings}
      rowKey={({ plan }) => plan}
      columns={[
        { label: t("Plan"), isName: true, cell: ({ plan }) => plan },
        { label: t("Passage"), cell: ({ reference }) => reference },
        {
          label: t("Verses"),
          numeric: true,
          cell: ({ verses, isReadable }) =>
            isReadable ? (
              verses
            ) : (
              <span className="font-medium text-harm">{t("Fails: {verses}", { verses })}</span>
            ),
        },
      ]}
    />
  );
}

type Passage = { name: string; served: string; prayed: string; begun: string; skipped: string };

export function PassageFigures({ passages }: { passages: Passage[] }) {
  return (
    <DataTable
      caption={t("Passages")}
      rows={passages}
      rowKey={({ name }) => name}
      empty={t("None in this period.")}
      columns={[
        { label: t("Passage"), isName: true, cell: ({ name }) => name },
        { label: t("Shown"), numeric: true, cell: ({ served }) => served },
        { label: t("Prayed"), numeric: true, cell: ({ prayed }) => prayed },
        { label: t("Begun only"), numeric: true, cell: ({ begun }) => begun },
        { label: t("Skipped"), numeric: true, cell: ({ skipped }) => skipped },
      ]}
    />
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
  return (
    <DataTable
      caption={t("Questions")}
      rows={prompts}
      rowKey={({ id }) => id}
      empty={t("None in this period.")}
      columns={[
        {
          label: t("Question"),
          isName: true,
          cell: ({ id, text }) => (
            <>
              {text} <span className="whitespace-nowrap text-sm text-muted">{id}</span>
            </>
          ),
        },
        { label: t("Shown"), numeric: true, cell: ({ shown }) => shown },
        { label: t("Answered"), numeric: true, cell: ({ answered }) => answered },
        { label: t("Changed"), numeric: true, cell: ({ changed }) => changed },
        { label: t("Skipped"), numeric: true, cell: ({ skipped }) => skipped },
        {
          label: t("Retire"),
          cell: ({ id, text, canRetire }) =>
            canRetire ? (
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
            ),
        },
      ]}
    />
  );
}
