/** Says below a passage that it is not the one of the plan that was chosen, and why. */
export function PlanNote({ words }: { words: string }) {
  return <p className="mt-3 max-w-measure pl-5 text-sm text-muted">{words}</p>;
}
