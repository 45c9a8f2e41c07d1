import { z } from "zod";
import { LONGEST_TEXT } from "./file-values";

const attachments = z
  .array(z.object({ identifier: z.string().optional() }))
  .optional()
  .catch(undefined);

const photos = z
  .array(
    z.object({
      identifier: z.string().optional().catch(undefined),
      md5: z
        .string()
        .regex(/^[0-9a-fA-F]{32}$/)
        .optional()
        .catch(undefined),
      type: z
        .string()
        .regex(/^\w{1,8}$/)
        .optional()
        .catch(undefined),
      orderInEntry: z.number().optional().catch(undefined),
    }),
  )
  .optional()
  .catch(undefined);

/** An entry as Day One writes it; what is read of it. */
export const DayOneEntrySchema = z.object(
  {
    uuid: z
      .string("it has no id")
      .regex(
        /^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/,
        "its id is not one of Day One",
      ),
    creationDate: z
      .string("it has no date")
      .refine((value) => !Number.isNaN(Date.parse(value)), "its date cannot be read"),
    modifiedDate: z.string().optional().catch(undefined),
    timeZone: z.string().max(64).optional().catch(undefined),
    starred: z.boolean().optional().catch(undefined),
    tags: z.array(z.string().max(200)).optional().catch(undefined),
    text: z
      .string("it has no text")
      .max(LONGEST_TEXT, `its text is longer than ${LONGEST_TEXT.toLocaleString("en")} characters`)
      .optional(),
    photos,
    videos: attachments,
    audios: attachments,
    pdfAttachments: attachments,
    location: z.object({}).optional().catch(undefined),
    weather: z.object({}).optional().catch(undefined),
    music: z.object({}).optional().catch(undefined),
  },
  "it is not an entry",
);

/** The file of one journal. */
export const DayOneFileSchema = z.object({
  metadata: z.object({ version: z.string() }),
  entries: z.array(z.unknown()),
});

export type DayOnePhotos = NonNullable<z.output<typeof photos>>;
