/** Only the fields that the form had: one that was not on its page stays as it is, and an empty one is emptied. */
export function onlySent<V extends Record<string, unknown>>(form: FormData, value: V): Partial<V> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => form.has(name))) as Partial<V>;
}
