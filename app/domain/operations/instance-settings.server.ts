import { InstanceModel } from "#models/operations.server";
import { instanceDefaultPlan, setInstanceDefaultPlan } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { audit } from "./audit-log.server";
import { DEFAULT_INSTANCE_SETTINGS, parseInstanceSettings, type InstanceSettings } from "./instance-settings";

/** The stored settings, cached so that pages need no query. */
let storedSettings: Partial<InstanceSettings> = {};
let revision = 0;

/**
 * Replaces the cached settings.
 * @internal Exported for tests.
 */
export function setStoredSettings(settings: Partial<InstanceSettings>): void {
  if (JSON.stringify(settings) !== JSON.stringify(storedSettings)) revision += 1;
  storedSettings = settings;
  setInstanceDefaultPlan(settings.defaultPlan ?? DEFAULT_INSTANCE_SETTINGS.defaultPlan);
}

/** Increases with every change of the settings. It is part of the key of cached pages, so a change makes them stale. */
export const settingsRevision = (): number => revision;

function environmentSettings(): Partial<InstanceSettings> {
  const { HOUSE_NAME, REGISTRATION, DEFAULT_PLAN } = env;
  return {
    ...(HOUSE_NAME !== undefined && { houseName: HOUSE_NAME }),
    ...(REGISTRATION !== undefined && { registration: REGISTRATION }),
    ...(DEFAULT_PLAN !== undefined && { defaultPlan: DEFAULT_PLAN }),
  };
}

/** Effective settings: environment, then stored settings, then defaults. */
export const currentInstanceSettings = (): InstanceSettings => ({
  ...DEFAULT_INSTANCE_SETTINGS,
  ...storedSettings,
  ...environmentSettings(),
  defaultPlan: instanceDefaultPlan(),
});

export const environmentFixedNames = () => Object.keys(environmentSettings());

const INSTANCE_ID = "house";

/** Reloads the cache: at start, after a change, and every minute, because another process may have changed the settings. */
export async function refreshInstanceSettings(): Promise<void> {
  setStoredSettings(parseInstanceSettings((await InstanceModel.findById(INSTANCE_ID).lean()) ?? {}));
}

/** Saves settings and records it in the audit log. */
export async function saveInstanceSettings(
  administrator: Member,
  settings: Partial<InstanceSettings>,
): Promise<void> {
  await storeInstanceSettings(settings);
  await audit({ kind: "admin.house_changed", actorId: administrator.id });
}

/** Saves settings except those that the environment fixes. */
export async function storeInstanceSettings(settings: Partial<InstanceSettings>): Promise<void> {
  const fixed = environmentFixedNames();
  const changes = Object.entries(parseInstanceSettings(settings)).filter(([name]) => !fixed.includes(name));
  if (changes.length > 0)
    await InstanceModel.updateOne(
      { _id: INSTANCE_ID },
      { $set: Object.fromEntries(changes) },
      { upsert: true },
    );
  await refreshInstanceSettings();
}

/** Lines printed at start: default plan, registration mode, and how to change them. */
export function startupNotice({ defaultPlan, registration }: InstanceSettings): string[] {
  return [
    {
      free: t("Everyone here has the Free Plan. DEFAULT_PLAN=tier2 in .env gives everything to everyone."),
      tier1: t("Everyone here has the Growth Plan. DEFAULT_PLAN=tier2 in .env gives everything to everyone."),
      tier2: t("Everyone here has everything, the Formation Plan (DEFAULT_PLAN=tier2)."),
    }[defaultPlan],
    {
      open: t("Anyone can register. REGISTRATION=invite in .env asks for an invitation."),
      invite: t("People register with an invitation (REGISTRATION=invite): npm run admin -- invite"),
      closed: t("No one can register (REGISTRATION=closed): npm run admin -- invite lets someone in."),
    }[registration],
  ];
}

/** Lines printed at start without PUBLIC_ORIGIN. `home`: URLs in the local network; `open`: URLs where pages are read-only. */
export function reachableUrlNotice({ home, open }: { home: string[]; open: string[] }): string[] {
  const lines: string[] = [];
  if (home.length > 0)
    lines.push(t("Others in your network type {addresses}", { addresses: home.join(" or ") }));
  if (open.length > 0)
    lines.push(
      t(
        "At {addresses} pages can be read only. To write there, name the address people type in PUBLIC_ORIGIN.",
        {
          addresses: open.join(" and "),
        },
      ),
    );
  return lines;
}
