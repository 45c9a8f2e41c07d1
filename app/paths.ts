/**
 * Typed builders for every path of the application, used as `paths.entry(id)`: a renamed page or a changed parameter is a
 * type error in every link. `app/routes.ts` maps paths to files.
 */

type Value = string | number;

/** The values of the parameters in a pattern, in order: one for "/journal/entries/:entryId". */
type Values<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [Value, ...Values<Rest>]
  : Pattern extends `${string}:${string}`
    ? [Value]
    : [];

/** Query parameters: an empty value is omitted, `true` becomes "1", an array repeats its name. */
export type Query = Record<string, Value | boolean | readonly string[] | null | undefined>;

export type PathBuilder<Pattern extends string = string> = {
  (...values: [...Values<Pattern>, query?: Query]): string;
  /** The pattern in the route table: "/journal/entries/:entryId". */
  readonly pattern: Pattern;
};

/**
 * Creates the builder of a pattern.
 * @__NO_SIDE_EFFECTS__
 */
function page<const Pattern extends string>(pattern: Pattern): PathBuilder<Pattern> {
  const hasValues = pattern.includes(":");
  const fill = (...values: (Value | Query | undefined)[]) => {
    const path = !hasValues
      ? pattern
      : pattern.replace(/:\w+/g, () => encodeURIComponent(String(values.shift())));
    const [query] = values;
    return typeof query === "object" ? path + searchOf(query) : path;
  };
  return Object.assign(fill, { pattern });
}

function searchOf(query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value ?? ""]
        .flat()
        .flatMap((one) => (one === "" || one === false ? [] : [[name, one === true ? "1" : String(one)]])),
    ),
  ).toString();
  return search && `?${search}`;
}

// Public pages.
export const landing = page("/");
export const missing = page("/404");
export const about = page("/about");
export const contact = page("/contact");
export const cookies = page("/cookies");
export const demoDashboard = page("/demo-dashboard");
export const faq = page("/faq");
export const goodbye = page("/goodbye");
export const home = page("/home");
export const offline = page("/offline");
export const offlineDesk = page("/offline/desk");
export const privacy = page("/privacy");
export const safety = page("/safety");
export const terms = page("/terms");
export const unsubscribe = page("/unsubscribe/:token");

// Sign-in and registration.
export const adminLogin = page("/admin-login");
export const signInCode = page("/auth/code");
export const confirmEmail = page("/auth/confirm-email");
export const journalPassword = page("/auth/journal-password");
export const login = page("/auth/login");
export const provider = page("/auth/oidc");
export const providerCallback = page("/auth/oidc/callback");
export const providerFarewell = page("/auth/oidc/back-channel-logout");
export const register = page("/auth/register");
export const resetPassword = page("/auth/reset-password");
export const unlock = page("/unlock");
export const leave = page("/leave");
export const legacy = page("/legacy");
export const legacyFile = page("/legacy/file");
export const leaving = page("/leaving");
export const leavingDownload = page("/leaving/download");
export const loginShort = page("/login");
export const logout = page("/logout");
export const today = page("/today");
export const todayFeed = page("/today/feed.xml");
export const setup = page("/setup");
export const verifyEmail = page("/verify-email");

// Pages of members.
export const bible = page("/bible");
export const bibleBook = page("/bible/:book");
export const bibleChapter = page("/bible/:book/:chapter");
export const bibleAudio = page("/bible/audio/:translation/:book/:file");
export const coaches = page("/coaches");
export const coach = page("/coaches/:key");
export const thread = page("/coaches/threads/:threadId");
export const threadStream = page("/coaches/threads/:threadId/stream");
export const dashboard = page("/dashboard");
export const insights = page("/insights");
export const insightWeek = page("/insights/:weekStart");
export const insightSeason = page("/insights/seasons/:season");
export const insightChoices = page("/insights/settings");
export const journal = page("/journal");
export const reflection = page("/journal/:slot");
export const book = page("/journal/book");
export const conversation = page("/journal/conversation");
export const conversationSheet = page("/journal/conversation/sheet");
export const weekOnPaper = page("/journal/week-on-paper");
export const bookMade = page("/journal/book/:bookId");
export const bookFile = page("/journal/book/:bookId/file");
export const entry = page("/journal/entries/:entryId");
export const entryEdit = page("/journal/entries/:entryId/edit");
export const entryVersions = page("/journal/entries/:entryId/versions");
export const freePage = page("/journal/free");
export const journalGuide = page("/journal/guide");
export const history = page("/journal/history");
export const historyCalendar = page("/journal/history/calendar");
export const historyMonth = page("/journal/history/month");
export const tags = page("/journal/tags");
export const keptWords = page("/journal/words");
export const randomEntry = page("/journal/random");
export const trash = page("/journal/history/trash");
export const trashEntry = page("/journal/history/trash/:entryId");
export const passage = page("/journal/passage");
export const picture = page("/journal/pictures/:pictureId");
export const pictureView = page("/journal/pictures/:pictureId/view");
export const prayers = page("/journal/prayers");
export const prayer = page("/journal/prayers/:prayerId");
export const prayersPast = page("/journal/prayers/past");
export const prayerSheet = page("/journal/prayers/sheet");
export const pray = page("/journal/prayers/pray");
export const prayOne = page("/journal/prayers/pray/:n");
export const ownPrompts = page("/journal/prompts");
export const rhythm = page("/journal/rhythm");
export const share = page("/journal/share");
export const silence = page("/journal/silence");
export const notifications = page("/notifications");
export const offlineToday = page("/offline/today");
export const offlineKey = page("/offline/key");
export const resume = page("/resume");
export const settings = page("/settings");
export const settingsAppearance = page("/settings/appearance");
export const settingsData = page("/settings/data");
export const settingsDataDownload = page("/settings/data/download");
export const settingsDataHelp = page("/settings/data/help");
export const settingsDataKeys = page("/settings/data/keys");
export const settingsDataLegacy = page("/settings/data/legacy");
export const settingsDataLegacySheet = page("/settings/data/legacy/sheet");
export const settingsDataImport = page("/settings/data/import/:importId");
export const settingsDelete = page("/settings/delete");
export const settingsPlan = page("/settings/plan");
export const settingsPlanVariant = page("/settings/plan/variant");
export const settingsPrayer = page("/settings/prayer");
export const settingsPrayerPassages = page("/settings/prayer/passages");
export const settingsPrayerShape = page("/settings/prayer/shape");
export const settingsPrivacy = page("/settings/privacy");
export const settingsProfile = page("/settings/profile");
export const settingsReminders = page("/settings/reminders");
export const settingsSecurity = page("/settings/security");
export const settingsSecurityPasskeys = page("/settings/security/passkeys");
export const settingsSecuritySeal = page("/settings/security/seal");
export const settingsSecurityTwoStep = page("/settings/security/two-step");
export const subscribe = page("/subscribe");
export const ways = page("/ways");
export const way = page("/ways/:way");
export const wayBooklet = page("/ways/:way/booklet");
export const wayDay = page("/ways/:way/:day");
export const welcomeGuide = page("/welcome/:guide");

// Administration.
export const admin = page("/admin");
export const adminSettings = page("/admin-settings");
export const adminAlerts = page("/admin/alerts");
export const adminAlert = page("/admin/alerts/:alertId");
export const adminAnalytics = page("/admin/analytics");
export const adminAnalyticsFile = page("/admin/analytics/export");
export const adminAudit = page("/admin/audit");
export const adminAuditFile = page("/admin/audit/export");
export const adminDatabase = page("/admin/database");
export const adminBackupDownload = page("/admin/database/backups/:backup");
export const adminDownloadFile = page("/admin/file");
export const adminWays = page("/admin/ways");
export const adminWay = page("/admin/ways/:way");
export const adminHouse = page("/admin/house");
export const adminInvitations = page("/admin/invitations");
export const adminPrompts = page("/admin/prompts");
export const adminPrompt = page("/admin/prompts/:promptId");
export const adminPromptsFile = page("/admin/prompts/file");
export const adminScriptureAnalytics = page("/admin/scripture-analytics");
export const adminSystemHealth = page("/admin/system-health");
export const adminTrialKeys = page("/admin/trial-keys");
export const adminTrialKeysFile = page("/admin/trial-keys/export");
export const adminTrialKeysRevoke = page("/admin/trial-keys/revoke");
export const adminUsers = page("/admin/users");
export const adminUser = page("/admin/users/:userId");
export const adminUserAction = page("/admin/users/:userId/:action");
export const adminUsersFile = page("/admin/users/export");

// JSON calls.
export const apiAbTestAssign = page("/api/ab-test/assign");
export const apiAbTestConvert = page("/api/ab-test/convert");
export const apiAdminLogin = page("/api/admin-login");
export const apiAuthLogin = page("/api/auth/login");
export const apiAuthLogout = page("/api/auth/logout");
export const apiAuthMe = page("/api/auth/me");
export const apiAuthPasskey = page("/api/auth/passkey");
export const apiAuthPasskeyOptions = page("/api/auth/passkey/options");
export const apiAuthRegister = page("/api/auth/register");
export const apiAuthSimpleMe = page("/api/auth/simple/me");
export const apiChangeSubscriptionTier = page("/api/change-subscription-tier");
export const apiJournalEntries = page("/api/journal/entries");
export const apiJournalExport = page("/api/journal/export");
export const apiJournalPicture = page("/api/journal/pictures/:pictureId");
export const apiLock = page("/api/lock");
export const apiPasskeys = page("/api/passkeys");
export const apiPasskeysOptions = page("/api/passkeys/options");
export const apiPasskeysJournal = page("/api/passkeys/journal");
export const apiPasskeysJournalOptions = page("/api/passkeys/journal/options");
export const apiReminders = page("/api/reminders");
export const apiUserSettings = page("/api/user/settings");

// API, files and responses of the server.
export const securityTxt = page("/.well-known/security.txt");
export const addressTooLong = page("/address-too-long");
export const badRequest = page("/bad-request");
export const calendarFeed = page("/calendar/:file");
export const cspReports = page("/csp-reports");
export const healthz = page("/healthz");
export const manifest = page("/manifest.webmanifest");
export const methodNotAllowed = page("/method-not-allowed");
export const metrics = page("/metrics");
export const offlineScript = page("/offline.js");
export const readyz = page("/readyz");
export const robots = page("/robots.txt");
export const serviceWorker = page("/service-worker.js");
export const sitemap = page("/sitemap.xml");
export const stripeWebhook = page("/webhooks/stripe");
