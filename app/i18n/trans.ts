import { Fragment } from "react";

/**
 * A sentence with markup inside: <Trans>New here? <Link to="/auth/register">Create an account</Link></Trans>. It is one
 * message, because another language orders its words differently; what changes is in it by name, {day}.
 */
export const Trans = Fragment;
