import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { clearPageCache } from "~/browser/page-cache";
import type { IdleWatch } from "~/browser/watch-idle";
import type { LockCover } from "./lock-cover";

type Props = { lockAfter: number; takesPassword: boolean; takesPasskey: boolean; owner: string };

/**
 * Covers the page of a session that locks when it has not been used, and keeps it as it is below. Loaded where it is wanted, and
 * before it is needed: then there may be no connection.
 */
export function LockWatch({ lockAfter, owner, ...takes }: Props) {
  const { revalidate } = useRevalidator();
  const watch = useRef<IdleWatch>();
  const [isCovered, setCovered] = useState(false);
  const [Cover, setCover] = useState<ComponentType<Parameters<typeof LockCover>[0]> | null>(null);

  useEffect(() => {
    let isGone = false;
    // Without it the server locks all the same, at the next request.
    Promise.all([import("./lock-cover"), import("~/browser/watch-idle")]).then(
      ([{ LockCover: loaded }, { watchIdle }]) => {
        if (isGone) return;
        setCover(() => loaded);
        watch.current = watchIdle({
          lockAfter,
          owner,
          setCovered(covered) {
            setCovered(covered);
            if (covered) return;
            // The forms of the page belong to the session before.
            clearPageCache();
            revalidate();
          },
        });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      watch.current?.stop();
    };
  }, [lockAfter, owner, revalidate]);

  if (!isCovered || !Cover) return null;
  return <Cover owner={owner} {...takes} onOpen={() => watch.current?.open()} />;
}
