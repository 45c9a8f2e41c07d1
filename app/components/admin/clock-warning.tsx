import { Banner } from "~/components/ui/banner";
import { t } from "~/i18n/t";

type Props = { says: string; lastRecord: string; isCounted: boolean };

/** Says that the server's clock is behind what was recorded before it started. */
export function ClockWarning({ says, lastRecord, isCounted }: Props) {
  return (
    <Banner tone="harm" title={t("The server’s clock is behind")} className="mb-10">
      <p>
        {t("It says {says} UTC, but the last record is from {lastRecord} UTC.", { says, lastRecord })}{" "}
        {isCounted
          ? t(
              "Until it is set right, time is counted on from that record. Nothing is deleted and nothing ends because of it.",
            )
          : t(
              "If it is wrong, please set it right: what is written gets the wrong day. Nothing is deleted because of it. If it was ahead before and is right now, there is nothing to do.",
            )}
      </p>
    </Banner>
  );
}
