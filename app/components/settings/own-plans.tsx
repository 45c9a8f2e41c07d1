import type { PlanOffered } from "~/domain/scripture/passages/plans-offered";

/** What the operator says of their own reading plans, and whether the one that was chosen is there. */
export function OwnPlans({ plans, note }: { plans: PlanOffered[]; note: string | null }) {
  const described = plans.filter(({ description }) => description !== "");
  if (described.length === 0 && note === null) return null;
  return (
    <div className="-mt-3 space-y-2 text-sm text-muted">
      {note !== null && <p role="status">{note}</p>}
      {described.map(({ plan, name, description, language }) => (
        <p key={plan} lang={language || undefined}>
          <span className="font-medium text-ink">{name}</span>: {description}
        </p>
      ))}
    </div>
  );
}
