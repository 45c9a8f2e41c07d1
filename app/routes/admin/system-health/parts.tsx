import type { ReactNode } from "react";
import { DataTable } from "~/components/admin/data-table";
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
      rows={jobs}
      rowKey={({ name }) => name}
      columns={[
        { label: t("Job"), isName: "nowrap", cell: ({ name }) => name },
        { label: t("Every"), nowrap: true, cell: ({ every }) => every },
        { label: t("State"), nowrap: true, cell: (job) => <JobState job={job} /> },
        { label: t("Last finished"), nowrap: true, cell: ({ last }) => last ?? "–" },
        { label: t("Took"), numeric: true, cell: ({ took }) => took ?? "–" },
        { label: t("Next"), nowrap: true, cell: ({ next }) => next ?? t("soon") },
        {
          label: t("Start"),
          cell: ({ name }) => (
            <PostForm>
              <input type="hidden" name="job" value={name} />
              <button type="submit" name="intent" value="job" className="min-h-11 underline">
                <Trans>
                  Now<span className="sr-only">: {name}</span>
                </Trans>
              </button>
            </PostForm>
          ),
        },
      ]}
    />
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
      rows={checks}
      rowKey={({ what }) => what}
      columns={[
        { label: t("Setting"), isName: true, cell: ({ what }) => what },
        {
          label: t("State"),
          nowrap: true,
          cell: ({ state }) => (
            <Badge tone={state === "look" ? "harm" : state === "good" ? "accent" : "plain"}>
              {CHECK_WORDS[state]}
            </Badge>
          ),
        },
        { label: t("What it means"), cell: ({ words }) => words },
      ]}
    />
  );
}
