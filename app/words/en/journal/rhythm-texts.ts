export const rhythmTextsWords = {
  ofRest: ({ rest }: { rest: number }) => `${rest} of rest`,
  ofPause: ({ paused }: { paused: number }) => `${paused} of pause`,
  ofTheLastDays: ({ kept, count }: { kept: number; count: number }) => `${kept} of the last ${count} days`,
  withRest: ({ line, off }: { line: string; off: string }) => `${line}, with ${off}`,
  untilThatDayIncluded: ({ until }: { until: string }) => `until the end of ${until}`,
};
