import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/** One scale of 4 px steps for all distances; whatever the text size, the rhythm and the touch targets stay. */
const STEPS = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56,
  64, 72, 80, 96,
];
const spacing = { px: "1px", ...Object.fromEntries(STEPS.map((step) => [step, `${step * 4}px`])) };

/** The colours of app/tailwind.css by night. */
const NIGHT = {
  colorScheme: "dark",
  "--paper": "#181612",
  "--raised": "#201d18",
  "--sunk": "#110f0c",
  "--ink": "#e9e4d8",
  "--muted": "#ada595",
  "--line": "#35312a",
  "--edge": "#827a6b",
  "--accent": "var(--season-night)",
  "--accent-soft": "var(--season-night-soft)",
  "--on-accent": "#110f0c",
  "--day": "var(--day-night, var(--accent))",
  "--harm": "#f0928e",
  "--harm-soft": "#331a18",
  "--on-harm": "#110f0c",
};

/** The dark theme applies if the device or the member chooses it, and never on paper. */
const night = plugin(({ addBase }) =>
  addBase({
    "@media screen and (prefers-color-scheme: dark)": { 'html:not([data-theme="light"])': NIGHT },
    "@media screen": { 'html[data-theme="dark"]': NIGHT },
  }),
);

/**
 * What the house does not use. Several of these set fifty variables on each element of every page, as soon as a word such as
 * "filter" or "ring" stands in a view; a style that one place needs is written there, as in `[transform:rotate(45deg)]`.
 */
const UNUSED: Config["corePlugins"] = Object.fromEntries(
  [
    ...["preflight", "container", "contain", "transform", "rotate", "translate", "scale", "skew"],
    ...["touchAction", "scrollSnapType", "gradientColorStops", "borderSpacing", "fontVariantNumeric"],
    ...["ringWidth", "ringColor", "ringOpacity", "ringOffsetWidth", "ringOffsetColor"],
    ...["boxShadow", "boxShadowColor", "backgroundOpacity", "space"],
    ...["filter", "blur", "brightness", "contrast", "dropShadow", "grayscale", "hueRotate", "invert"],
    ...["saturate", "sepia"],
    ...["backdropFilter", "backdropBlur", "backdropBrightness", "backdropContrast", "backdropGrayscale"],
    ...["backdropHueRotate", "backdropInvert", "backdropOpacity", "backdropSaturate", "backdropSepia"],
  ].map((name) => [name, false]),
);

/** Two of these in one line each. */
const plain = plugin(({ addUtilities, matchUtilities, theme }) => {
  addUtilities({ ".tabular-nums": { fontVariantNumeric: "tabular-nums" } });
  matchUtilities(
    {
      "space-y": (value: string) => ({
        "& > :not([hidden]) ~ :not([hidden])": { marginTop: value, marginBottom: "0" },
      }),
    },
    { values: theme("spacing") },
  );
});

/** Colours are the tokens of app/tailwind.css and nothing else, so that light, dark and the seasons hold everywhere. */
export default {
  content: ["./app/**/*.tsx"],
  corePlugins: UNUSED,
  // Names in code that look like a utility.
  blocklist: ["!fixed", "!contents", "visible"],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      // Only the ground of a QR code, which cameras want white by night too.
      white: "#ffffff",
      paper: "var(--paper)",
      raised: "var(--raised)",
      sunk: "var(--sunk)",
      ink: "var(--ink)",
      muted: "var(--muted)",
      line: "var(--line)",
      edge: "var(--edge)",
      accent: { DEFAULT: "var(--accent)", ink: "var(--on-accent)", soft: "var(--accent-soft)" },
      // What the Church wears on the day; the season's accent where that is left out.
      day: "var(--day)",
      harm: { DEFAULT: "var(--harm)", ink: "var(--on-harm)", soft: "var(--harm-soft)" },
    },
    spacing,
    fontFamily: {
      sans: ["var(--sans)"],
      serif: ["var(--serif)"],
      mono: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace"],
    },
    fontSize: {
      xs: ["0.75rem", "1.4"],
      sm: ["0.875rem", "1.55"],
      base: ["1rem", "1.6"],
      lg: ["1.15rem", "1.55"],
      xl: ["1.4rem", "1.4"],
      "2xl": ["1.8rem", "1.25"],
      "3xl": ["2.3rem", "1.2"],
      "4xl": ["3rem", "1.12"],
    },
    borderRadius: { none: "0", DEFAULT: "4px", lg: "8px", full: "9999px" },
    extend: {
      borderColor: { DEFAULT: "var(--line)" },
      maxWidth: { measure: "36em", page: "46rem", wide: "68rem", card: "27rem" },
      letterSpacing: { brand: "0.2em", caps: "0.08em" },
      transitionDuration: { DEFAULT: "150ms" },
    },
  },
  plugins: [night, plain],
} satisfies Config;
