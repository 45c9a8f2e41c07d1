import { Link } from "@remix-run/react";
import { Sentence } from "~/components/ui/sentence";
import { planEndsWords } from "~/words/plans/plan-ends";

/** Said on the dashboard in the last days of a plan, and at no other time (product 2.2). */
export function PlanEnds({ plan, day, className }: { plan: string; day: string; className?: string }) {
  return (
    <p className={className}>
      <Sentence
        text={planEndsWords.lasts({ plan, day })}
        parts={{ plans: (text) => <Link to="/subscribe">{text}</Link> }}
      />
    </p>
  );
}
