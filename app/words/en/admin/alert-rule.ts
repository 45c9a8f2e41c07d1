export const alertRuleWords = {
  pageTitle: "Alert rule · Still and Know",
  ruleSaved: "Rule saved",
  alertManagement: "Alert Management",
  troubleIs: ({ trouble, unit }: { trouble: string; unit: string }) => `Alert when ${trouble} (${unit})`,
  asItCame: ({ usual }: { usual: number }) => `Default: ${usual}`,
  watchThis: "Watch this",
  mailAdministratorsWhenItOpens: "Email administrators when it opens and when it is over",
  saveTheRuleBusy: "Saving…",
  saveTheRule: "Save the rule",
};
