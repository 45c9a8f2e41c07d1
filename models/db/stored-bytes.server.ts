/** The bytes of a stored value: a lean read gives the driver's Binary where a document would give a Buffer. */
export function storedBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return (value as { buffer: Uint8Array }).buffer;
}
