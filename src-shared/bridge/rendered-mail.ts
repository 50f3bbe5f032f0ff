import { z } from 'zod'
import { lazyObject } from '../lazily'

/** Programs as which a mail can be looked at, as the tables of caniemail name them. */
export const mailProgramSchema = z.enum([
  'outlook.windows',
  'gmail.desktop-webmail',
  'yahoo.desktop-webmail',
  'gmx.desktop-webmail',
])
export type MailProgram = z.infer<typeof mailProgramSchema>

/** A mail as somebody receives it. */
export const renderedMailSchema = lazyObject(() => ({
  subject: z.string(),
  /** A whole document for the sandboxed frame: nothing active is left in it, a policy of its own comes first. */
  html: z.string(),
  /** The text beside the HTML, made from it. */
  text: z.string(),
  /** What a mail program shows after the subject. */
  preheader: z.string(),
  from: z.string(),
  replyTo: z.string(),
  /** Bytes of the HTML as it is sent, in UTF-8. */
  bytes: z.number().int(),
  /** Pictures that were not loaded. */
  blockedImages: z.number().int(),
  /** Whether it says itself how it looks in dark. In dark, a mail that does not is shown with its colours inverted. */
  ownDark: z.boolean(),
  /** Of what is hard to read in it, the worst; null: nothing, or it was not asked in dark. */
  faint: z
    .object({
      words: z.string(),
      ratio: z.number(),
      ink: z.string(),
      ground: z.string(),
      line: z.number().int(),
    })
    .nullable(),
}))
export type RenderedMail = z.infer<typeof renderedMailSchema>
