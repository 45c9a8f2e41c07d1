import { Fragment } from "react";

/**
 * A sentence with markup inside: <Trans>New here? <Link to="/auth/register">Create an account</Link></Trans>. It is one
 * message, "New here? <0>Create an account</0>", because another language orders its words differently; what changes
 * is in it by name, {day}. In English it is the sentence as written; the build of another language puts its
 * own there.
 */
export const Trans = Fragment;
