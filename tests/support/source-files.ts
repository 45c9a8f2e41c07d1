import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const readSource = (file: string) => readFileSync(file, "utf8");

/** Paths of the files below these folders, from the root of the repository and without installed packages. */
export const sourceFiles = (folders: readonly string[], name: RegExp): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
      .filter((file) => name.test(file) && !file.includes("node_modules")),
  );
