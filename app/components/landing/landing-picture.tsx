import { useRouteLoaderData } from "@remix-run/react";
import clsx from "clsx";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import dark from "./morning-dark.webp";
import light from "./morning-light.webp";

/** Screenshot of a morning page, below 40 KB in either theme. Left out where the browser asks to save data. */
export function LandingPicture({ className }: { className?: string }) {
  if (useRouteLoaderData<RootData>("root")?.savesData) return null;
  return (
    <picture className={clsx("block", className)}>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" type="image/webp" />
      <img
        src={light}
        width={390}
        height={640}
        loading="lazy"
        alt={t(
          "A morning page on a phone: the verse of the day, and below it three short questions to write on.",
        )}
        className="mx-auto h-auto w-full max-w-72 rounded-lg border border-line"
      />
    </picture>
  );
}
