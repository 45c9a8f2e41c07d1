/** Texts and choices as a form's fields hold them, by name. */
export type StoredFields = Readonly<Record<string, string | readonly string[]>>;

/** Adds the stored value of each field that the form did not have. */
export function addUnsent(form: FormData, stored: StoredFields): void {
  const unsent = Object.entries(stored).filter(([name]) => !form.has(name));
  for (const [name, values] of unsent) for (const value of [values].flat()) form.append(name, value);
}

/** Only the fields that the form had: one that was not on its page stays as it is, and an empty one is emptied. */
export function onlySent<V extends Record<string, unknown>>(form: FormData, value: V): Partial<V> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => form.has(name))) as Partial<V>;
}
