import { z } from 'zod'

/**
 * One line of text that goes into a mail header: no line break and no NUL, or a value could add headers of its own.
 */
export const headerLineSchema = z
  .string()
  .max(998)
  .regex(/^[^\r\n\0]*$/, 'Must be one line.')

/** A mailbox: an address, or an address with a display name (interface.md section 4, `to` and `from`). */
export const mailboxSchema = z.union([
  z.email(),
  z.object({ name: headerLineSchema.optional(), email: z.email() }),
])
export type Mailbox = z.infer<typeof mailboxSchema>
