import { useEffect, useRef, useState, type ComponentType } from "react";
import { clearPageCache } from "~/browser/page-cache";
import { useRevalidate } from "~/browser/use-revalidate";
import type { IdleWatch } from "~/browser/watch-idle";
import type { LockCover } from "./lock-cover";

type Props = { lockAfter: number; takesPassword: boolean; takesPasskey: boolean; owner: string };

/**
 * Covers the page of a session with an idle lock. Both modules are loaded early, because the connection may be lost
 * by the time they are needed.
 */
export function LockWatch({ lockAfter, owner, ...takes }: Props) {
  const revalidate = useRevalidate();
  const watch = useRef<IdleWatch>();
  const [isCovered, setCovered] = useState(false);
  const [Cover, setCover] = useState<ComponentType<Parameters<typeof LockCover>[0]> | null>(null);

  useEffect(() => {
    let isUnmounted = false;
    // If the modules fail to load, the server still locks the session at the next request.
    Promise.all([import("./lock-cover"), import("~/browser/watch-idle")]).then(
      ([{ LockCover: component }, { watchIdle }]) => {
        if (isUnmounted) return;
        setCover(() => component);
        watch.current = watchIdle({
          lockAfter,
          owner,
          setCovered(covered) {
            setCovered(covered);
            if (covered) return;
            // Unlocking starts a new session, so the form tokens of cached and shown pages are invalid.
            clearPageCache();
            revalidate();
          },
        });
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      watch.current?.stop();
    };
  }, [lockAfter, owner, revalidate]);

  if (!isCovered || !Cover) return null;
  return <Cover owner={owner} {...takes} onOpen={() => watch.current?.open()} />;
}
