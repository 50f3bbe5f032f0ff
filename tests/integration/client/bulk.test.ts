import { expect, it, onTestFinished } from 'vitest'
import { createOfferedCalls, whereOffered } from '../../../src-main/core/client/offered-calls'
import { startDeployedService } from '../../fixtures/deployed-service/start'
import { startKeptService } from '../../fixtures/kept-service'
import { click, connect, connectHurried, problemOf } from './setup'

/** Calls over many contacts, against a deployed service and one that has none of them. */

async function deployed(...options: Parameters<typeof startDeployedService>) {
  const service = await startDeployedService(...options)
  onTestFinished(() => service.stop())
  return { service, client: connect(service.url, { secretKey: service.secretKey }) }
}

it('looks addresses up in any case, and says them as they were asked for', async () => {
  const { service, client } = await deployed()
  service.seed(2)
  const asked = [' Person0@Example.com', 'person1@example.com', 'nobody@example.com']
  const { value } = await client.lookUp(asked, click)
  expect(value).toEqual({ found: asked.slice(0, 2), notFound: ['nobody@example.com'] })
})

it.each(['spring', 'late'] as const)(
  'changes many at once, and reads what came of it: %s',
  async (generation) => {
    const { service, client } = await deployed({ generation, jobs: 'in steps' })
    const ids = service.seed(3, (at) => ({ subscribed: at > 0 })).map(({ id }) => id)
    const { value } = await client.changeMany('unsubscribe', ids, click)
    expect((await client.changeStatus(value.jobId, click)).value).toMatchObject({
      state: 'waiting',
      result: null,
    })
    service.runJob()
    expect((await client.changeStatus(value.jobId, click)).value).toMatchObject({
      state: 'completed',
      result: { totalRequested: 3, successCount: 2, unchangedCount: 1, failureCount: 0 },
    })
  },
)

it('tells that a change is not known any more', async () => {
  const { client } = await deployed()
  expect((await client.changeStatus('gone', click)).value).toBeNull()
})

it('never repeats a change whose answer was lost', async () => {
  const { service } = await deployed()
  const client = connectHurried(service.url, { secretKey: service.secretKey })
  const ids = service.seed(1).map(({ id }) => id)
  service.faults = ({ method }) => (method === 'POST' ? { do: 'cut', when: 'after' } : null)
  expect((await problemOf(client.changeMany('delete', ids, { priority: 'job' }))).code).toBe(
    'outcome_unknown',
  )
  expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('finds out that a service has no such calls', async () => {
  const service = await startKeptService({ contacts: 1 })
  onTestFinished(async () => void (await service.stop()))
  const client = connect(service.url, { secretKey: service.secretKey })
  const calls = createOfferedCalls()
  expect(await whereOffered(calls, 'lookup', () => client.lookUp(['a@b.example'], click))).toBeNull()
  expect(await whereOffered(calls, 'bulk', () => client.changeMany('delete', ['x'], click))).toBeNull()
  expect([calls.offers('lookup'), calls.offers('bulk')]).toEqual([false, false])
})
