const SHORTEST = 3;
const LONGEST = 30;
/** Room for what makes it unlike another's. */
const ROOM = 5;

/** A username of the kind that we take, made of what a provider calls someone, or else of their address. */
export function usernameFrom(said: string | undefined, email: string): string {
  const plain = (said || email)
    .split("@", 1)
    .join("")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, LONGEST - ROOM);
  return plain.length >= SHORTEST ? plain : "reader";
}

/** The same with a number behind it. */
export const usernameWith = (name: string, number: number): string => `${name}_${number}`;
