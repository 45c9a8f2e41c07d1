import type { Setting, SettingsOf } from "~/domain/member/setting";

function fieldOf(setting: Setting): object {
  switch (setting.kind) {
    case "switch":
      return { type: Boolean, default: setting.usual };
    case "choice": {
      const { usual, values } = setting;
      return {
        type: typeof usual === "number" ? Number : String,
        enum: [...new Set([usual, ...values])],
        default: usual,
      };
    }
    case "name":
      return { type: String, maxlength: setting.most, default: setting.usual };
    case "time":
      return { type: String, default: setting.usual };
    case "weekdays":
      return { type: [Number], default: setting.usual };
  }
}

/** The fields of declared settings in the schema of a record. */
export function settingFields<Declared extends Record<string, Setting>>(
  declared: Declared,
): Record<keyof SettingsOf<Declared>, object> {
  const fields = Object.entries(declared).map(([name, setting]) => [name, fieldOf(setting)]);
  return Object.fromEntries(fields) as Record<keyof Declared, object>;
}
