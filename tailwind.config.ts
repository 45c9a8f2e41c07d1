import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/** Spacing in steps of 4 px. Pixels, so that distances and touch targets stay the same at every text size. */
const STEPS = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56,
  64, 72, 80, 96,
];
const spacing = { px: "1px", ...Object.fromEntries(STEPS.map((step) => [step, `${step * 4}px`])) };

/** Values of the colour tokens of app/tailwind.css in the dark theme. */
const DARK_TOKENS = {
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

/** Applies the dark theme on screens when the device or the member chooses it. */
const darkTheme = plugin(({ addBase }) =>
  addBase({
    "@media screen and (prefers-color-scheme: dark)": { 'html:not([data-theme="light"])': DARK_TOKENS },
    "@media screen": { 'html[data-theme="dark"]': DARK_TOKENS },
  }),
);

/**
 * Core plugins that no view uses. Several of them set fifty variables on every element as soon as a word such as "filter" or
 * "ring" appears in a view. A style that one view needs is written there: `[transform:rotate(45deg)]`.
 */
const DISABLED_PLUGINS: Config["corePlugins"] = Object.fromEntries(
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

/** Utilities of disabled plugins, without their variables. */
const simpleUtilities = plugin(({ addUtilities, matchUtilities, theme }) => {
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

/** Every colour is a token of app/tailwind.css, so that both themes and all seasons apply everywhere. */
export default {
  content: ["./app/**/*.tsx"],
  corePlugins: DISABLED_PLUGINS,
  // Words in code that match the name of a utility.
  blocklist: ["!fixed", "!contents", "visible"],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      // The background of a QR code, which cameras read only on white, also in the dark theme.
      white: "#ffffff",
      paper: "var(--paper)",
      raised: "var(--raised)",
      sunk: "var(--sunk)",
      ink: "var(--ink)",
      muted: "var(--muted)",
      line: "var(--line)",
      edge: "var(--edge)",
      accent: { DEFAULT: "var(--accent)", ink: "var(--on-accent)", soft: "var(--accent-soft)" },
      // The liturgical colour of the day, or the accent of the season without one.
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
  plugins: [darkTheme, simpleUtilities],
} satisfies Config;
