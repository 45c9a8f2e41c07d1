export const appShellWords = {
  menu: "Menu",
  notifications: "Notifications",
  upgradePlan: "Upgrade Plan",
  unreadCount: ({ unread }: { unread: number }) => ` (${unread} unread)`,
};
