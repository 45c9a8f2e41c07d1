import {
  PASSWORD_CHECKLIST,
  passwordScore,
  strengthLabel,
  type StrengthLabel,
} from "~/domain/accounts/password-strength";

const COLOURS: Record<StrengthLabel, string> = {
  "Very weak": "fill-strength-1",
  Weak: "fill-strength-2",
  Fair: "fill-strength-3",
  Good: "fill-strength-4",
  Strong: "fill-strength-5",
};

/** The meter, once something is typed and script runs. */
export function PasswordStrength({ password }: { password: string }) {
  if (!password) return null;
  const score = passwordScore(password);
  const label = strengthLabel(score);
  return (
    <div className="grid gap-1">
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded bg-line">
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="h-full w-full">
          <rect width={score} height="6" className={COLOURS[label]} />
        </svg>
      </div>
      <p className="text-sm text-muted" aria-live="polite">
        Password strength: <span className="text-ink">{label}</span>
      </p>
    </div>
  );
}

/** What a password needs. Ticks appear as the points are met; without script it is a plain list. */
export function PasswordChecklist({ password, id }: { password: string; id: string }) {
  return (
    <ul id={id} className="grid gap-1 text-sm text-muted">
      {PASSWORD_CHECKLIST.map(({ text, isMet }) => (
        <li key={text} className="flex gap-2">
          <span aria-hidden="true">{isMet(password) ? "✓" : "·"}</span>
          <span>
            {text}
            {isMet(password) && <span className="sr-only"> (met)</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
