import { afterEach, expect, it } from 'vitest'
import { ended, profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'

const open: { core?: TestCore; service?: RunningService } = {}
afterEach(async () => {
  await open.core?.close()
  await open.service?.stop()
})

const all = { search: '', filters: [], sort: { field: 'email', direction: 'asc' } } as const
const anchor = '2026-01-05T12:00:00.000Z'

async function copyOf(dialect: 'reference' | 'envelope' | 'deployed') {
  const service = (open.service = await startKeptService({ contacts: 450, dialect, anchor }))
  const core = (open.core = await startCore())
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await ended(core.bridge, 'contacts', 'finished')
  const state = await settled(core.bridge)
  const { rows } = await core.bridge.contacts.page({
    query: { ...all, filters: [] },
    slice: { offset: 0, limit: 500 },
  })
  await core.close()
  await service.stop()
  return { state, people: rows.map(({ email, subscribed, data }) => ({ email, subscribed, data })) }
}

it('copies the same people from each of the three dialects', async () => {
  const reference = await copyOf('reference')
  expect(reference.people).toHaveLength(450)
  expect(stateOf(reference.state, 'events').rows).toBeGreaterThan(0)
  expect(stateOf(reference.state, 'eventNames').last?.state).toBe('finished')
  expect((await copyOf('envelope')).people).toEqual(reference.people)
  expect((await copyOf('deployed')).people).toEqual(reference.people)
})
