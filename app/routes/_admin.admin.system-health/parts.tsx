import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Badge } from "~/components/ui/badge";
import { Sentence } from "~/components/ui/sentence";
import type { Check } from "~/domain/administration/checklist";
import { systemHealthWords } from "~/words/admin/system-health";

export function TestButton({ intent, children }: { intent: "mail" | "ai"; children: ReactNode }) {
  return (
    <Form method="post">
      <FormProtection />
      <SubmitButton name="intent" value={intent} variant="quiet" pendingText={systemHealthWords.oneMoment}>
        {children}
      </SubmitButton>
    </Form>
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
  if (job.isRunning) return <Badge tone="accent">{systemHealthWords.running}</Badge>;
  if (job.isLate) return <Badge tone="harm">{systemHealthWords.late}</Badge>;
  if (job.failures > 0)
    return <Badge tone="harm">{systemHealthWords.failed({ failures: job.failures })}</Badge>;
  return <span className="text-muted">{job.last ? systemHealthWords.done : systemHealthWords.notYet}</span>;
}

export function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <DataTable
      caption={systemHealthWords.jobs}
      columns={[
        { label: systemHealthWords.job },
        { label: systemHealthWords.every },
        { label: systemHealthWords.state },
        { label: systemHealthWords.lastEnded },
        { label: systemHealthWords.took, numeric: true },
        { label: systemHealthWords.next },
        { label: systemHealthWords.begin },
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
          <Cell nowrap>{job.next ?? systemHealthWords.soon}</Cell>
          <Cell last>
            <Form method="post">
              <FormProtection />
              <input type="hidden" name="job" value={job.name} />
              <button type="submit" name="intent" value="job" className="min-h-11 underline">
                <Sentence
                  text={systemHealthWords.beginJobNow}
                  parts={{ hidden: (text) => <span className="sr-only">{text}</span>, name: job.name }}
                />
              </button>
            </Form>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const CHECK_WORDS = {
  good: systemHealthWords.good,
  look: systemHealthWords.pleaseLook,
  open: systemHealthWords.asItCame,
} as const;

export function CheckTable({ checks }: { checks: Check[] }) {
  return (
    <DataTable
      caption={systemHealthWords.settings}
      columns={[
        { label: systemHealthWords.setting },
        { label: systemHealthWords.state },
        { label: systemHealthWords.whatItMeans },
      ]}
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
