import { z } from 'zod'
import { lazyLooseObject, lazyObject, lazySchema } from '../lazily'

/** Free-form key/value data of a contact (interface.md section 2). Values are any JSON. */
export const contactDataSchema = lazySchema(() => z.record(z.string(), z.unknown()))

/**
 * A contact as the service sends it (interface.md section 2). Lenient: unknown fields are kept, and what some
 * deployments leave out is filled with what the specification calls the default.
 */
export const contactSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  email: z.string(),
  subscribed: z.boolean().default(true),
  data: z
    .union([contactDataSchema, z.null()])
    .optional()
    .transform((data) => data ?? {}),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
}))
export type Contact = z.infer<typeof contactSchema>

/** The answer to POST /contacts: a contact with `_meta` (interface.md section 4). */
export const upsertedContactSchema = lazySchema(() =>
  contactSchema.unwrap().extend({
    _meta: z.looseObject({ isNew: z.boolean(), isUpdate: z.boolean() }).optional(),
  }),
)
export type UpsertedContact = z.infer<typeof upsertedContactSchema>

/** Keys that the service drops from `data` without a word (wire.md, "Records"). */
export const reservedDataKeys: readonly string[] = [
  'id',
  'email',
  'plunk_id',
  'plunk_email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
]

/** Body of POST /contacts (interface.md section 4). */
export const upsertContactRequestSchema = lazyObject(() => ({
  email: z.email(),
  subscribed: z.boolean().optional(),
  data: contactDataSchema.optional(),
}))
export type UpsertContactRequest = z.infer<typeof upsertContactRequestSchema>

/** Body of PATCH /contacts/:id (settled as the same fields, all optional; `null` in `data` deletes a key). */
export const updateContactRequestSchema = lazyObject(() => ({
  email: z.email().optional(),
  subscribed: z.boolean().optional(),
  data: contactDataSchema.optional(),
}))
export type UpdateContactRequest = z.infer<typeof updateContactRequestSchema>
