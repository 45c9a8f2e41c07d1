import { mergeConfig } from "vite";
import commands from "../../../vite.commands.config";

/** Built as the product's commands are, beside them. `tinybench` is taken in: another version of it may lie at the root. */
export default mergeConfig(commands, {
  ssr: { noExternal: ["tinybench"] },
  build: { ssr: "tools/bench/within/main.ts" },
});
