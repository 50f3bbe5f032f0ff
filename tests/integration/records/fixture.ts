import { startCore, type TestCore } from '../../fixtures/core'
import { startKeptService } from '../../fixtures/kept-service'
import type { SeenRequest } from '../../fixtures/misbehaving-server'
import type { RunningService, ServiceWishes } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import type { RecordConnection } from '../../../src-shared/bridge/records'

/** A service with records, and a core with its profile. */
export interface RecordFixture {
  service: RunningService
  core: TestCore
  /** What connects to the service's records. */
  input: {
    name: string
    address: string
    token: string
    companyId: string
    workspaceId: string
    everyHours: null
  }
  /** An operation on the records of the service. */
  call(operation: string, body: object): Promise<unknown>
  close(): Promise<void>
}

/** Starts both; nothing is connected yet. */
export async function openRecordFixture(wishes: ServiceWishes): Promise<RecordFixture> {
  const service = await startKeptService(wishes)
  const core = await startCore()
  const { url, token, companyId, workspaceId } = service.records
  await core.bridge.profiles.create({
    name: 'Test',
    colour: 1,
    production: false,
    address: service.url,
    secretKey: service.secretKey,
  })
  return {
    service,
    core,
    input: { name: 'Customers', address: url, token, companyId, workspaceId, everyHours: null },
    async call(operation, body) {
      const answer = await fetch(`${url}/v1/${operation}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'x-service-company-id': companyId,
        },
        body: JSON.stringify({ workspaceId, ...body }),
      })
      if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
    async close() {
      await core.close()
      await service.stop()
    },
  }
}

/** Waits until a connection's run has ended, and answers with the connection. */
export function read({ bridge }: TestCore, id: string, runs = 1): Promise<RecordConnection> {
  return until(
    async () => {
      const { connections } = await bridge.records.connections()
      const { count } = await bridge.records.runs({ connectionId: id, slice: { offset: 0, limit: 1 } })
      const found = connections.find((each) => each.id === id)
      if (!found) throw new Error('The connection is gone')
      return { found, count }
    },
    ({ found, count }) => count >= runs && found.sync.run === null && found.sync.last !== null,
  ).then(({ found }) => found)
}

/** The whole list as it was read. */
export const asRead = {
  search: '',
  filters: [],
  sort: { field: 'order' as const, direction: 'asc' as const },
  sinceLast: false,
}

/** Records of a list from one place to another. */
export const many = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ id: `r${from + at}`, place: from + at }))

/** What a request asks for, in either form. */
export function placeOf({ method, body, query }: SeenRequest): { skip: number; limit: number } {
  const said: unknown = method === 'POST' ? JSON.parse(body) : Object.fromEntries(query)
  const { skip, limit } = said as { skip: unknown; limit: unknown }
  return { skip: Number(skip), limit: Number(limit) }
}
