import { PUBLIC_FILES } from "~/domain/support/public-files.server";
import { publicFile } from "~/http/public-file.server";

export const loader = () => publicFile(PUBLIC_FILES.security(), "text/plain");
