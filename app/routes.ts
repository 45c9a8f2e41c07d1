import * as addresses from "./addresses";

/**
 * Which file under app/routes answers which address. A file is a route; a folder with a `route.tsx` is a route with its
 * parts; other folders gather routes. Pages stand in the frame that is drawn around them.
 */
type Row = readonly [address: { readonly pattern: string } | string, file: string, index?: "index"];

/**
 * The frames, each with the pages in it.
 * @internal Exported for tests.
 */
export const FRAMES: Record<string, readonly Row[]> = {
  "public/landing-frame.tsx": [
    [addresses.landing, "public/landing.tsx", "index"],
    [addresses.home, "public/home.tsx"],
  ],
  "public/info-frame.tsx": [
    [addresses.missing, "public/404.tsx"],
    [addresses.about, "public/about.tsx"],
    [addresses.contact, "public/contact/route.tsx"],
    [addresses.cookies, "public/cookies.tsx"],
    [addresses.demoDashboard, "public/demo-dashboard.tsx"],
    [addresses.faq, "public/faq.tsx"],
    [addresses.goodbye, "public/goodbye.tsx"],
    [addresses.offline, "public/offline.tsx"],
    [addresses.offlineDesk, "public/offline-desk.tsx"],
    [addresses.privacy, "public/privacy/route.tsx"],
    [addresses.safety, "public/safety.tsx"],
    [addresses.terms, "public/terms.tsx"],
    [addresses.today, "public/today.tsx"],
    [addresses.unsubscribe, "public/unsubscribe.tsx"],
  ],
  "auth/frame.tsx": [
    [addresses.adminLogin, "auth/admin-login.tsx"],
    [addresses.signInCode, "auth/code.tsx"],
    [addresses.confirmEmail, "auth/confirm-email.tsx"],
    [addresses.journalPassword, "auth/journal-password.tsx"],
    [addresses.login, "auth/login/route.tsx"],
    [addresses.register, "auth/register/route.tsx"],
    [addresses.resetPassword, "auth/reset-password/route.tsx"],
    [addresses.unlock, "auth/unlock.tsx"],
    [addresses.leaving, "auth/leaving.tsx"],
    [addresses.leavingDownload, "auth/leaving-download.ts"],
    [addresses.loginShort, "auth/login-short.tsx"],
    [addresses.setup, "auth/setup.tsx"],
    [addresses.verifyEmail, "auth/verify-email/route.tsx"],
  ],
  "member/frame.tsx": [
    [addresses.bible, "member/bible/bible.tsx"],
    [addresses.bibleBook, "member/bible/book.tsx"],
    [addresses.bibleChapter, "member/bible/chapter.tsx"],
    [addresses.coaches, "member/coaches/coaches.tsx"],
    [addresses.coach, "member/coaches/coach/route.tsx"],
    [addresses.thread, "member/coaches/thread/route.tsx"],
    [addresses.threadStream, "member/coaches/thread-stream.ts"],
    [addresses.dashboard, "member/dashboard/route.tsx"],
    [addresses.insights, "member/insights/insights.tsx"],
    [addresses.insightWeek, "member/insights/week/route.tsx"],
    [addresses.insightSeason, "member/insights/season.tsx"],
    [addresses.insightChoices, "member/insights/choices/route.tsx"],
    [addresses.journal, "member/journal/journal.tsx", "index"],
    [addresses.reflection, "member/journal/reflection/route.tsx"],
    [addresses.book, "member/journal/book/route.tsx"],
    [addresses.bookMade, "member/journal/book-made.tsx"],
    [addresses.bookFile, "member/journal/book-file.ts"],
    [addresses.conversation, "member/journal/conversation.tsx"],
    [addresses.conversationSheet, "member/journal/conversation-sheet.ts"],
    [addresses.weekOnPaper, "member/journal/week-on-paper.ts"],
    [addresses.entry, "member/journal/entry/route.tsx"],
    [addresses.entryEdit, "member/journal/entry-edit/route.tsx"],
    [addresses.entryVersions, "member/journal/entry-versions.tsx"],
    [addresses.freePage, "member/journal/free/route.tsx"],
    [addresses.share, "member/journal/share.tsx"],
    [addresses.journalGuide, "member/journal/guide.tsx"],
    [addresses.history, "member/journal/history/route.tsx"],
    [addresses.historyCalendar, "member/journal/history-calendar.tsx"],
    [addresses.historyMonth, "member/journal/history-month.tsx"],
    [addresses.tags, "member/journal/tags/route.tsx"],
    [addresses.keptWords, "member/journal/words/route.tsx"],
    [addresses.randomEntry, "member/journal/random.ts"],
    [addresses.trash, "member/journal/trash.tsx"],
    [addresses.trashEntry, "member/journal/trash-entry.tsx"],
    [addresses.passage, "member/journal/passage.tsx"],
    [addresses.picture, "member/journal/picture.ts"],
    [addresses.pictureView, "member/journal/picture-view.tsx"],
    [addresses.prayers, "member/journal/prayers/route.tsx"],
    [addresses.prayer, "member/journal/prayer.tsx"],
    [addresses.prayersPast, "member/journal/prayers-past.tsx"],
    [addresses.pray, "member/journal/pray.tsx"],
    [addresses.prayOne, "member/journal/pray-one.tsx"],
    [addresses.ownPrompts, "member/journal/prompts/route.tsx"],
    [addresses.rhythm, "member/journal/rhythm/route.tsx"],
    [addresses.silence, "member/journal/silence.tsx"],
    [addresses.notifications, "member/notifications.tsx"],
    [addresses.offlineToday, "member/offline-today.ts"],
    [addresses.offlineKey, "member/offline-key.ts"],
    [addresses.resume, "member/resume.tsx"],
    [addresses.settings, "member/settings/settings.tsx"],
    [addresses.settingsAppearance, "member/settings/appearance.tsx"],
    [addresses.settingsData, "member/settings/data/route.tsx"],
    [addresses.settingsDataDownload, "member/settings/data-download.ts"],
    [addresses.settingsDataImport, "member/settings/data-import/route.tsx"],
    [addresses.settingsDataHelp, "member/settings/data-help/route.tsx"],
    [addresses.settingsDataKeys, "member/settings/data-keys/route.tsx"],
    [addresses.settingsDelete, "member/settings/delete.tsx"],
    [addresses.settingsPlan, "member/settings/plan.tsx"],
    [addresses.settingsPlanVariant, "member/settings/plan-variant.ts"],
    [addresses.settingsPrayer, "member/settings/prayer/route.tsx"],
    [addresses.settingsPrayerPassages, "member/settings/prayer-passages.tsx"],
    [addresses.settingsPrayerShape, "member/settings/prayer-shape/route.tsx"],
    [addresses.settingsPrivacy, "member/settings/privacy/route.tsx"],
    [addresses.settingsReminders, "member/settings/reminders/route.tsx"],
    [addresses.settingsSecurity, "member/settings/security/route.tsx"],
    [addresses.settingsSecurityPasskeys, "member/settings/security-passkeys/route.tsx"],
    [addresses.settingsSecuritySeal, "member/settings/security-seal/route.tsx"],
    [addresses.settingsSecurityTwoStep, "member/settings/security-two-step.tsx"],
    [addresses.subscribe, "member/subscribe/route.tsx"],
    [addresses.ways, "member/ways/ways.tsx"],
    [addresses.way, "member/ways/way/route.tsx"],
    [addresses.wayBooklet, "member/ways/booklet.ts"],
    [addresses.wayDay, "member/ways/way-day.tsx"],
    // Those who write ways see nothing else of the administrators' area, so these are not in its frame.
    [addresses.adminWays, "admin/ways/route.tsx"],
    [addresses.adminWay, "admin/way.tsx"],
    [addresses.welcomeGuide, "member/welcome-guide.tsx"],
  ],
  "admin/frame.tsx": [
    [addresses.admin, "admin/overview.tsx", "index"],
    [addresses.adminSettings, "admin/settings.tsx"],
    ["/admin/*", "admin/unknown.tsx"],
    [addresses.adminAlerts, "admin/alerts.tsx"],
    [addresses.adminAlert, "admin/alert.tsx"],
    [addresses.adminAnalytics, "admin/analytics.tsx"],
    [addresses.adminAudit, "admin/audit.tsx"],
    [addresses.adminDatabase, "admin/database/route.tsx"],
    [addresses.adminBackupDownload, "admin/backup-download.tsx"],
    [addresses.adminFiguresFile, "admin/figures-file.ts"],
    [addresses.adminHouse, "admin/instance.tsx"],
    [addresses.adminInvitations, "admin/invitations.tsx"],
    [addresses.adminPrompts, "admin/prompts/route.tsx"],
    [addresses.adminPrompt, "admin/prompt.tsx"],
    [addresses.adminPromptsFile, "admin/prompts-file.ts"],
    [addresses.adminScriptureAnalytics, "admin/scripture-analytics.tsx"],
    [addresses.adminSystemHealth, "admin/system-health.tsx"],
    [addresses.adminTrialKeys, "admin/trial-keys/route.tsx"],
    [addresses.adminTrialKeysRevoke, "admin/trial-keys-revoke.tsx"],
    [addresses.adminUsers, "admin/users.tsx"],
    [addresses.adminUser, "admin/user.tsx"],
    [addresses.adminUserAction, "admin/user-action.tsx"],
    [addresses.adminUsersFile, "admin/users-file.ts"],
    [addresses.adminAnalyticsFile, "admin/analytics-file.ts"],
    [addresses.adminAuditFile, "admin/audit-file.ts"],
    [addresses.adminTrialKeysFile, "admin/trial-keys-file.ts"],
  ],
};

/** What has no frame: calls, files, and what the server itself answers. */
const BARE: readonly Row[] = [
  ["/api/*", "api/unknown.ts"],
  [addresses.apiAbTestAssign, "api/ab-test-assign.ts"],
  [addresses.apiAbTestConvert, "api/ab-test-convert.ts"],
  [addresses.apiAdminLogin, "api/admin-login.ts"],
  [addresses.apiAuthLogin, "api/auth-login.ts"],
  [addresses.apiAuthLogout, "api/auth-logout.ts"],
  [addresses.apiAuthMe, "api/auth-me.ts"],
  [addresses.apiAuthPasskey, "api/auth-passkey.ts"],
  [addresses.apiAuthPasskeyOptions, "api/auth-passkey-options.ts"],
  [addresses.apiAuthRegister, "api/auth-register.ts"],
  [addresses.apiAuthSimpleMe, "api/auth-simple-me.ts"],
  [addresses.apiChangeSubscriptionTier, "api/change-subscription-tier.ts"],
  [addresses.apiJournalEntries, "api/journal-entries.ts"],
  [addresses.apiJournalExport, "api/journal-export.ts"],
  [addresses.apiJournalPicture, "api/journal-picture.ts"],
  [addresses.apiLock, "api/lock.ts"],
  [addresses.apiPasskeys, "api/passkeys.ts"],
  [addresses.apiPasskeysOptions, "api/passkeys-options.ts"],
  [addresses.apiPasskeysJournal, "api/passkeys-journal.ts"],
  [addresses.apiPasskeysJournalOptions, "api/passkeys-journal-options.ts"],
  [addresses.apiReminders, "api/reminders.ts"],
  [addresses.provider, "auth/oidc.ts"],
  [addresses.providerCallback, "auth/oidc-callback.ts"],
  [addresses.providerFarewell, "auth/oidc-back-channel-logout.ts"],
  [addresses.apiUserSettings, "api/user-settings.ts"],
  [addresses.leave, "public/leave.ts"],
  [addresses.logout, "auth/logout.ts"],
  [addresses.securityTxt, "programs/security-txt.ts"],
  [addresses.addressTooLong, "programs/address-too-long.ts"],
  [addresses.badRequest, "programs/bad-request.ts"],
  [addresses.calendarFeed, "programs/calendar-feed.ts"],
  [addresses.cspReports, "programs/csp-reports.ts"],
  [addresses.healthz, "programs/healthz.ts"],
  [addresses.manifest, "programs/manifest.ts"],
  [addresses.methodNotAllowed, "programs/method-not-allowed.ts"],
  [addresses.metrics, "programs/metrics.ts"],
  [addresses.offlineScript, "programs/offline-script.ts"],
  [addresses.readyz, "programs/readyz.ts"],
  [addresses.robots, "programs/robots.ts"],
  [addresses.serviceWorker, "programs/service-worker.ts"],
  [addresses.sitemap, "programs/sitemap.ts"],
  [addresses.todayFeed, "programs/today-feed.ts"],
  [addresses.stripeWebhook, "programs/stripe-webhook.ts"],
  ["/*", "public/not-found.tsx"],
];

/** @internal Exported for tests. */
export type Route = { file: string; pattern: string; frame?: string; index: boolean };

const routeOf =
  (frame?: string) =>
  ([address, file, index]: Row): Route => ({
    file,
    pattern: typeof address === "string" ? address : address.pattern,
    ...(frame && { frame }),
    index: index === "index",
  });

/**
 * Every route with its address and its frame.
 * @internal Exported for tests.
 */
export const ROUTES: readonly Route[] = [
  ...Object.entries(FRAMES).flatMap(([frame, rows]) => rows.map(routeOf(frame))),
  ...BARE.map(routeOf()),
];

type Define = (
  path: string | undefined,
  file: string,
  options?: { index?: boolean } | (() => void),
  children?: () => void,
) => void;

/**
 * Tells Remix of the table, in the words of its own `routes` option.
 * @internal Called by remix.config.js.
 */
export function tellRoutes(define: Define): void {
  const tell = ({ pattern, file, index }: Route) => {
    const path = pattern.slice(1) || undefined;
    define(path, `routes/${file}`, { index });
  };
  for (const frame of Object.keys(FRAMES))
    define(undefined, `routes/${frame}`, () => ROUTES.filter((route) => route.frame === frame).forEach(tell));
  ROUTES.filter(({ frame }) => frame === undefined).forEach(tell);
}
