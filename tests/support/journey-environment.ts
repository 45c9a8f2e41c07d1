import { inject } from "vitest";

/** The settings of the running server, before any module of the application is loaded. */
Object.assign(process.env, inject("world"));
