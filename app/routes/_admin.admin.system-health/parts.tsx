import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Badge } from "~/components/ui/badge";
import type { Check } from "~/domain/administration/checklist";

export function TestButton({ intent, children }: { intent: "mail" | "ai"; children: ReactNode }) {
  return (
    <Form method="post">
      <FormProtection />
      <SubmitButton name="intent" value={intent} variant="quiet" pendingText="One moment…">
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
  if (job.isRunning) return <Badge tone="accent">Running</Badge>;
  if (job.isLate) return <Badge tone="harm">Late</Badge>;
  if (job.failures > 0) return <Badge tone="harm">Failed {job.failures}×</Badge>;
  return <span className="text-muted">{job.last ? "Done" : "Not yet"}</span>;
}

export function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <DataTable
      caption="Jobs"
      columns={[
        { label: "Job" },
        { label: "Every" },
        { label: "State" },
        { label: "Last ended" },
        { label: "Took", numeric: true },
        { label: "Next" },
        { label: "Begin" },
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
          <Cell nowrap>{job.next ?? "soon"}</Cell>
          <Cell last>
            <Form method="post">
              <FormProtection />
              <input type="hidden" name="job" value={job.name} />
              <button type="submit" name="intent" value="job" className="min-h-11 underline">
                Now<span className="sr-only">: {job.name}</span>
              </button>
            </Form>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const CHECK_WORDS = { good: "Good", look: "Please look", open: "As it came" } as const;

export function CheckTable({ checks }: { checks: Check[] }) {
  return (
    <DataTable
      caption="Settings"
      columns={[{ label: "Setting" }, { label: "State" }, { label: "What it means" }]}
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
