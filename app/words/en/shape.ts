/** What a catalogue of another language must be: the same keys, with any words; functions that take the same. */
export type SameShape<English> = English extends string
  ? string
  : English extends number | boolean | null | undefined
    ? English
    : English extends (...given: infer Given) => infer Said
      ? (...given: Given) => SameShape<Said>
      : { [Key in keyof English]: SameShape<English[Key]> };
