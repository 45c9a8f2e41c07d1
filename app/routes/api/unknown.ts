import { fail } from "~/http/api.server";
import { NOT_FOUND } from "~/http/outcome";

/** JSON calls that do not exist. */
export const loader = () => fail(404, NOT_FOUND);
export const action = () => fail(404, NOT_FOUND);
