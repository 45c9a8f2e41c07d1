export const mailAlertWords = {
  opened: ({ name, value, threshold }: { name: string; value: string; threshold: string }) =>
    `${name}: ${value}. The limit is ${threshold}.`,
  over: ({ name, value, threshold }: { name: string; value: string; threshold: string }) =>
    `${name}: this is over. The worst value was ${value}; the limit is ${threshold}.`,
};
