/** The errors of one control; `id` is what its aria-describedby names. */
export function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <ul id={id} className="mt-1.5 text-sm font-medium text-harm">
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  );
}

/** A quiet line of help below a control's label. */
export function FieldHint({ id, hint }: { id: string; hint: React.ReactNode }) {
  if (!hint) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-muted">
      {hint}
    </p>
  );
}
