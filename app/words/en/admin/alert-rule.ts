export const alertRuleWords = {
  pageTitle: "Alert rule · Still and Know",
  ruleSaved: "Rule saved",
  alertManagement: "Alert Management",
  troubleIs: ({ trouble, unit }: { trouble: string; unit: string }) => `Trouble is ${trouble} (${unit})`,
  asItCame: ({ usual }: { usual: number }) => `As it came: ${usual}`,
  watchThis: "Watch this",
  mailAdministratorsWhenItOpens: "Mail administrators when it opens and when it is over",
  saveTheRuleBusy: "Saving…",
  saveTheRule: "Save the rule",
};
