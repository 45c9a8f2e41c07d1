import type { ReactNode } from "react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Badge } from "~/components/ui/badge";
import type { Check } from "~/domain/administration/health/checklist";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export function TestButton({ intent, children }: { intent: "mail" | "ai"; children: ReactNode }) {
  return (
    <PostForm>
      <SubmitButton name="intent" value={intent} variant="quiet" pendingText={t("One moment…")}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}

type Job = {
  name: string;
  every: string;
  last: string | null;
  took: string | null;
  next: string | null;
  failures: number;
  isRunning: boolean;
  isLate: boolean;
};

function JobState({ job }: { job: Job }) {
  if (job.isRunning) return <Badge tone="accent">{t("Running")}</Badge>;
  if (job.isLate) return <Badge tone="harm">{t("Late")}</Badge>;
  if (job.failures > 0)
    return <Badge tone="harm">{t("Failed {failures}×", { failures: job.failures })}</Badge>;
  return <span className="text-muted">{job.last ? t("Done") : t("Not yet")}</span>;
}

export function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <DataTable
      caption={t("Jobs")}
      columns={[
        { label: t("Job") },
        { label: t("Every") },
        { label: t("State") },
        { label: t("Last finished") },
        { label: t("Took"), numeric: true },
        { label: t("Next") },
        { label: t("Start") },
      ]}
    >
      {jobs.map((job) => (
        <Row key={job.name}>
          <RowHead nowrap>{job.name}</RowHead>
          <Cell nowrap>{job.every}</Cell>
          <Cell nowrap>
            <JobState job={job} />
          </Cell>
          <Cell nowrap>{job.last ?? "–"}</Cell>
          <Cell numeric>{job.took ?? "–"}</Cell>
          <Cell nowrap>{job.next ?? t("soon")}</Cell>
          <Cell last>
            <PostForm>
              <input type="hidden" name="job" value={job.name} />
              <button type="submit" name="intent" value="job" className="min-h-11 underline">
                <Trans>
                  Now<span className="sr-only">: {job.name}</span>
                </Trans>
              </button>
            </PostForm>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const CHECK_WORDS = {
  good: t("Good"),
  look: t("Please check"),
  open: t("Default"),
} as const;

export function CheckTable({ checks }: { checks: Check[] }) {
  return (
    <DataTable
      caption={t("Settings")}
      columns={[{ label: t("Setting") }, { label: t("State") }, { label: t("What it means") }]}
    >
      {checks.map(({ what, state, words }) => (
        <Row key={what}>
          <RowHead>{what}</RowHead>
          <Cell nowrap>
            <Badge tone={state === "look" ? "harm" : state === "good" ? "accent" : "plain"}>
              {CHECK_WORDS[state]}
            </Badge>
          </Cell>
          <Cell last>{words}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}
