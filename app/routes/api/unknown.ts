import { jsonError } from "~/http/api.server";
import { NOT_FOUND } from "~/http/failure-responses.server";

export const loader = () => jsonError(404, NOT_FOUND);
export const action = () => jsonError(404, NOT_FOUND);
