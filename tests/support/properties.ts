import fc from "fast-check";

/** Properties are tried with the same values in every run; PROPERTY_SEED chooses others (docs/testing.md). */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED) });

/** Any code points but surrogates. `fc.string({ unit: "binary" })` makes the same, but lists all 1.1 million first. */
export const anyCharacters = (maxLength: number) =>
  fc
    .array(fc.nat({ max: 0x10ffff - 0x800 }), { maxLength })
    .map((codes) => String.fromCodePoint(...codes.map((code) => (code < 0xd800 ? code : code + 0x800))));

export default fc;
