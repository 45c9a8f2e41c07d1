/** What a new way begins with: the words of the file's own language, which are the same everywhere. */
export const EXAMPLE_WAY = `name: Lent with Mark
by: St Anne's
language: en
licence: CC BY 4.0
begins: ash-wednesday
sundays: apart
days:
  - title: Dust
    passage: Genesis 3:17-19
    point: >
      A few sentences, at most 120 words.
    questions:
      - What is dust to you?
    closing: Breathe on us.
`;
