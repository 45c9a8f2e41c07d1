export const overviewWords = {
  pageTitle: "Admin Overview · Still and Know",
  utcAgo: ({ backup, duration }: { backup: string; duration: string }) => `${backup} UTC, ${duration} ago`,
  adminOverview: "Admin Overview",
  adminOverviewIntro: "Counts as of this moment. What people write is encrypted, and no page here shows it.",
  oneAlertIsOpen: "One alert is open",
  alertsAreOpen: ({ count }: { count: number }) => `${count} alerts are open`,
  sinceUtc: ({ openedAt }: { openedAt: string }) => `since ${openedAt} UTC`,
  installation: "Installation",
  version: "Version",
  lastBackup: "Last backup",
  noneIsKnown: "None known.",
  more: "More",
};
