// The fall-back address of the same answer.
export { action, loader } from "./auth-me";
