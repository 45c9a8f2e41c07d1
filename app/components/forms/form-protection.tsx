import { useMatches } from "@remix-run/react";

type Protection = { token: string; submission: string; owner?: string };

function protectionIn(data: unknown): Protection | undefined {
  if (typeof data !== "object" || data === null || !("protection" in data)) return undefined;
  return data.protection as Protection;
}

type Props = {
  /** The submission id of a form that is shown again to be sent again. */
  submission?: string;
};

/** The hidden fields that every form carries; their values come from the nearest layout's loader. */
export function FormProtection({ submission }: Props) {
  const protection = useMatches()
    .map((match) => protectionIn(match.data))
    .findLast(Boolean);
  if (!protection) return null;
  return (
    <>
      <input type="hidden" name="_token" value={protection.token} />
      <input type="hidden" name="_submission" value={submission ?? protection.submission} />
      {protection.owner && <input type="hidden" name="_owner" value={protection.owner} />}
    </>
  );
}
