import { ScrollRestoration } from "@remix-run/react";
import { useContext } from "react";
import { DocumentContext } from "./document-context";

/** Goes back to where a page was left. The names are the framework's. */
const GO_BACK =
  'try{history.state&&history.state.key||history.replaceState({key:Math.random().toString(32).slice(2)},"");' +
  'let y=JSON.parse(sessionStorage.positions||"{}")[history.state.key];y>=0&&scrollTo(0,y)}catch(e){}';

/**
 * Keeps how far a page was scrolled, and goes back there before anything is loaded. The framework writes its function into
 * each page with all its names and spaces, a quarter of a kilobyte; the browser takes ours over as it stands.
 */
export function ScrollPosition() {
  const { nonce, tellScript } = useContext(DocumentContext);
  // Only a server that renders has it.
  if (!tellScript) return <ScrollRestoration />;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: GO_BACK }} />;
}
