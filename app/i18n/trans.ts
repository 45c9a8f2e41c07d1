import { Fragment } from "react";

/**
 * Marks a message with markup: <Trans>New here? <Link to="/auth/register">Create an account</Link></Trans>. It is a single
 * message, because word order differs between languages; values are in it by name, {day}.
 */
export const Trans = Fragment;
