import { Link } from "@remix-run/react";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The files that are not offered, each with what is wrong with it. */
export function RefusedFiles({ files }: { files: { name: string; id: string; faults: string[] }[] }) {
  return (
    <section aria-labelledby="refused" className="mb-12">
      <h2 id="refused" className="mb-4 text-xl font-medium">
        {t("Not offered")}
      </h2>
      <ul className="space-y-5">
        {files.map(({ name, id, faults }) => (
          <li key={name}>
            <p className="break-all font-medium">{id ? <Link to={paths.adminWay(id)}>{name}</Link> : name}</p>
            <ul className="text-muted">
              {faults.map((fault) => (
                <li key={fault} className="break-words">
                  {fault}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
