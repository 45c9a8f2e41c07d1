import fc from "fast-check";

/** Properties are tried with the same values in every run; PROPERTY_SEED chooses others (docs/testing.md). */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED) });

export default fc;
