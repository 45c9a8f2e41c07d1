import { useMatches } from "@remix-run/react";

type Protection = { token: string; submission: string; owner?: string };

function protectionIn(data: unknown): Protection | undefined {
  if (typeof data !== "object" || data === null || !("protection" in data)) return undefined;
  return data.protection as Protection;
}

/** The hidden fields that every form carries; their values come from the nearest layout's loader. */
export function FormProtection() {
  const protection = useMatches()
    .map((match) => protectionIn(match.data))
    .findLast(Boolean);
  if (!protection) return null;
  return (
    <>
      <input type="hidden" name="_token" value={protection.token} />
      <input type="hidden" name="_submission" value={protection.submission} />
      {protection.owner && <input type="hidden" name="_owner" value={protection.owner} />}
    </>
  );
}
