type Named = { username: string; firstName: string; lastName: string; email: string };

/** The first `count` characters as people see them, not as UTF-16 counts them. */
const first = (text: string, count: number) => [...text.trim()].slice(0, count).join("");

/**
 * Avatar initials: first letters of first and last name; else first two letters of
 * username; else first letter of email; else "U".
 */
export function avatarInitials({ username, firstName, lastName, email }: Named): string {
  const names = first(firstName, 1) && first(lastName, 1) ? first(firstName, 1) + first(lastName, 1) : "";
  return (names || first(username, 2) || first(email, 1) || "U").toLocaleUpperCase("en");
}

/** What to call a person: the full name where there is one, else the username, else the address. */
export function displayName({ username, firstName, lastName, email }: Named): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || username || email;
}
