import type { Member } from "~/domain/member/member";
import type { UploadBusy, UploadWriter } from "~/domain/portability/upload-session.server";
import { clientSubnet } from "~/http/client-address.server";
import { originRefusal } from "~/http/request-origin.server";
import { currentMember } from "~/http/session.server";
import type { Release } from "~/platform/concurrency.server";
import { requestContext } from "~/platform/request-context.server";
import { isMultipart, isShort, readFormData } from "./form-data.server";
import type { BodyOptions } from "./form-options.server";
import type { SentForm } from "./multipart.server";
import { acquireUploadPermit, enterSerialQueue, readStreamedForm, runInSerialQueue } from "./upload.server";

/** The body of one form post, and what it holds until its response. */
export class FormBody {
  /** The fields, as soon as they have been read. */
  form: SentForm | undefined;
  /** The staged file of a streamed form, or why it was refused. */
  upload: UploadWriter | UploadBusy | undefined;
  readonly #releases: Release[] = [];

  constructor(
    private readonly request: Request,
    private readonly options: BodyOptions,
  ) {}

  /** @throws BodyError */
  async read(): Promise<SentForm> {
    const owner = await this.#ownerOfStream();
    return (this.form = await (owner ? this.#stage(owner) : this.#readIntoMemory()));
  }

  /** Frees what the body holds; a staged upload that nobody has taken is discarded. */
  async close(): Promise<void> {
    for (const release of this.#releases) await release();
    if (typeof this.upload === "object") await this.upload.drop();
  }

  async #ownerOfStream(): Promise<Member | null> {
    const isStreamed = this.options.stream !== undefined && isMultipart(this.request);
    if (!isStreamed || originRefusal(this.request, { mayWithhold: true })) return null;
    return currentMember(this.request).catch(() => null);
  }

  async #stage(owner: Member): Promise<SentForm> {
    const { stream } = this.options;
    if (!stream) return this.#readIntoMemory();
    requestContext.getStore()?.giveTime?.(stream.bytes);
    // The queue is left after the response: the same form sent twice finds the response of the first.
    this.#releases.push(await enterSerialQueue(owner.id, "stream"));
    const hold = () => stream.hold(owner, clientSubnet(this.request));
    const { form, held } = await readStreamedForm(this.request, { ...stream, hold });
    this.upload = held;
    return form;
  }

  async #readIntoMemory(): Promise<SentForm> {
    const { request } = this;
    const { upload } = this.options;
    if (!upload || isShort(request)) return readFormData(request);
    // While the database is unavailable the form is read all the same, so that its text can be shown again.
    const sender = await currentMember(request).catch(() => "unknown" as const);
    if (!sender) return readFormData(request);
    const onReceived = async () => void this.#releases.push(await acquireUploadPermit());
    const read = () => readFormData(request, { ...upload, onReceived });
    return sender === "unknown" ? read() : runInSerialQueue(sender.id, read);
  }
}
