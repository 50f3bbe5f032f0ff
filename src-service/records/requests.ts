import { z } from 'zod'

// The interface only lists records. These operations are the embedded service's own: what reads the lists needs
// records that change.

const id = z.string().min(1)
const type = z.string().min(1).max(100)
/** A record's fields: any JSON. */
const fields = z.record(z.string(), z.unknown())

/** Body of POST /v1/create-record. The record goes to the end, or before the one named. */
export const createRecordRequestSchema = z.object({
  workspaceId: id,
  type: type.optional(),
  fields: fields.optional(),
  before: id.nullish(),
})

/** Body of POST /v1/update-record. `fields` are merged, null deletes one; `before` moves the record, null to the end. */
export const updateRecordRequestSchema = z.object({
  workspaceId: id,
  id,
  type: type.optional(),
  fields: fields.optional(),
  before: id.nullable().optional(),
})

/** Body of POST /v1/delete-record. */
export const deleteRecordRequestSchema = z.object({ workspaceId: id, id })
