import { t } from '../messages/message'
import { z } from 'zod'
import { lazySchema } from '../lazily'

/**
 * One line of text that goes into a mail header: no line break and no other control character but a tab, or a value
 * could add headers of its own.
 */
export const headerLineSchema = z
  .string()
  .max(998)
  .regex(/^[\t\P{Cc}]*$/u, { error: () => t('service.address.mustBeOneLine') })

/** A mailbox: an address, or an address with a display name (interface.md section 4, `to` and `from`). */
export const mailboxSchema = lazySchema(() =>
  z.union([z.email(), z.object({ name: headerLineSchema.optional(), email: z.email() })]),
)
export type NamedMailbox = z.infer<typeof mailboxSchema>
