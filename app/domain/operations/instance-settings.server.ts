import { InstanceModel } from "#models/instance.server";
import { instanceDefaultPlan, setInstanceDefaultPlan } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { audit } from "./audit-log.server";
import { DEFAULT_INSTANCE_SETTINGS, parseInstanceSettings, type InstanceSettings } from "./instance-settings";

/** What was read from the database last: pages ask on every visit and never wait for it. */
let storedSettings: Partial<InstanceSettings> = {};
let revision = 0;

/** Takes over what was read. */
export function setStoredSettings(choices: Partial<InstanceSettings>): void {
  if (JSON.stringify(choices) !== JSON.stringify(storedSettings)) revision += 1;
  storedSettings = choices;
  setInstanceDefaultPlan(choices.defaultPlan ?? DEFAULT_INSTANCE_SETTINGS.defaultPlan);
}

/** Another number after every change: what was drawn before it is of another house. */
export const settingsRevision = (): number => revision;

/** What the operator has set in the environment. */
function environmentSettings(): Partial<InstanceSettings> {
  const { HOUSE_NAME, REGISTRATION, DEFAULT_PLAN } = env;
  return {
    ...(HOUSE_NAME !== undefined && { houseName: HOUSE_NAME }),
    ...(REGISTRATION !== undefined && { registration: REGISTRATION }),
    ...(DEFAULT_PLAN !== undefined && { defaultPlan: DEFAULT_PLAN }),
  };
}

/** What counts in this house now: the environment first, then what administrators chose. */
export const currentInstanceSettings = (): InstanceSettings => ({
  ...DEFAULT_INSTANCE_SETTINGS,
  ...storedSettings,
  ...environmentSettings(),
  defaultPlan: instanceDefaultPlan(),
});

/** The names of what the environment says, which nobody can change in the browser. */
export const environmentFixedNames = () => Object.keys(environmentSettings());

const INSTANCE_ID = "house";

/** Reads what was chosen: at the start, each minute because another process may have changed it, and after a change here. */
export async function refreshInstanceSettings(): Promise<void> {
  setStoredSettings(parseInstanceSettings((await InstanceModel.findById(INSTANCE_ID).lean()) ?? {}));
}

/** Keeps what was chosen, but for what the environment says. */
export async function saveInstanceSettings(
  administrator: Member,
  choices: Partial<InstanceSettings>,
): Promise<void> {
  await storeInstanceSettings(choices);
  await audit({ kind: "admin.house_changed", actorId: administrator.id });
}

/** The same before there is an administrator. */
export async function storeInstanceSettings(choices: Partial<InstanceSettings>): Promise<void> {
  const fixed = environmentFixedNames();
  const chosen = Object.entries(parseInstanceSettings(choices)).filter(([name]) => !fixed.includes(name));
  if (chosen.length > 0)
    await InstanceModel.updateOne(
      { _id: INSTANCE_ID },
      { $set: Object.fromEntries(chosen) },
      { upsert: true },
    );
  await refreshInstanceSettings();
}

/** What an operator should know first: which plan everyone has, who may come, and how to change it. */
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

/** Without PUBLIC_ORIGIN: the URLs that others in the network type. */
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
