import { expect } from 'vitest'
import { z } from 'zod'
import type { Answer, OpenedInside } from './open'

/** A record, as the interface sends it. */
export const recordShape = z.looseObject({ id: z.string(), type: z.string() })
const pageShape = z.strictObject({
  items: z.array(recordShape),
  pageInfo: z.strictObject({
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string(),
    endCursor: z.string(),
  }),
})

/** Calls an operation on the records of a service's workspace. */
export function callOf(service: OpenedInside, operation: string, body: object = {}): Promise<Answer> {
  const { workspaceId } = service.records
  return service.askRecords('POST', `/v1/${operation}`, { body: { workspaceId, ...body } })
}

/** Makes a record with a name. Returns its id. */
export async function createIn(service: OpenedInside, name: string, more: object = {}): Promise<string> {
  const { status, body } = await callOf(service, 'create-record', { fields: { name }, ...more })
  expect(status).toBe(200)
  return recordShape.parse(body).id
}

/** A part of the list of records. */
export async function listOf(service: OpenedInside, query: object = {}): Promise<z.infer<typeof pageShape>> {
  const { status, body } = await callOf(service, 'list-records', query)
  expect(status).toBe(200)
  return pageShape.parse(body)
}

/** The names of the records in a part of the list. */
export async function namesIn(service: OpenedInside, query: object = { limit: 100 }): Promise<unknown[]> {
  return (await listOf(service, query)).items.map((record) => record['name'])
}
