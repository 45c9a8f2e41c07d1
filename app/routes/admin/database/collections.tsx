import { DataTable } from "~/components/admin/data-table";
import { Banner } from "~/components/ui/banner";
import { numberInWords } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";

type Collection = {
  name: string;
  documents: number | null;
  bytes: string;
  indexBytes: string;
  missingIndexes: string[];
  extraIndexes: string[];
};

export function CollectionTable({ collections }: { collections: Collection[] }) {
  return (
    <DataTable
      caption={t("Collections")}
      rows={collections}
      rowKey={({ name }) => name}
      columns={[
        { label: t("Collection"), isName: true, cell: ({ name }) => name },
        {
          label: t("Documents"),
          numeric: true,
          cell: ({ documents }) => (documents == null ? "–" : numberInWords(documents)),
        },
        { label: t("Size"), numeric: true, cell: ({ bytes }) => bytes },
        { label: t("Size of indexes"), numeric: true, cell: ({ indexBytes }) => indexBytes },
        {
          label: t("Indexes"),
          cell: ({ missingIndexes, extraIndexes }) => (
            <>
              {missingIndexes.length === 0 ? (
                <span className="text-muted">{t("All present")}</span>
              ) : (
                <span className="text-harm">
                  {t("Missing: {missingIndexes}", { missingIndexes: missingIndexes.join("; ") })}
                </span>
              )}
              {extraIndexes.length > 0 && (
                <span className="block text-sm text-muted">
                  {t("Unknown: {extraIndexes}", { extraIndexes: extraIndexes.join("; ") })}
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

type Report = { at: string; looked: { what: string; count: number }[]; problems: string[] };

export function IntegrityReport({ report }: { report: Report | null }) {
  if (!report) return <p className="mb-5 text-muted">{t("It has not been checked yet.")}</p>;
  const looked = report.looked.map(({ what, count }) => `${numberInWords(count)} ${what}`).join(", ");
  const { at } = report;
  const found = looked ? t("{at} UTC: {looked}.", { at, looked }) : t("{at} UTC.", { at });
  return (
    <div className="mb-5">
      {report.problems.length === 0 ? (
        <Banner tone="success" title={t("Everything is sound.")}>
          {found}
        </Banner>
      ) : (
        <Banner tone="harm" title={t("Something is wrong.")}>
          <p>{found}</p>
          <ul className="mt-2 list-disc pl-5">
            {report.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
