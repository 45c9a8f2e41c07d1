// The package ships no types; those published for it describe an older version.
declare module "zip-stream" {
  import type { Transform } from "node:stream";

  export default class ZipStream extends Transform {
    constructor(options?: { level?: number });
    entry(
      source: Buffer | NodeJS.ReadableStream,
      data: { name: string; date: Date },
      done: (error?: Error | null) => void,
    ): this;
    finish(): void;
  }
}
