import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run, SyncState } from '../../../../src-shared/bridge/sync'
import { useLiveStore } from '../../../../src-renderer/stores/live'
import { Page } from '../fixtures/page'
import { idleConnection as connection } from '../fixtures/sync-state'
import { profilesTold } from './whole-page'

const running: Run = {
  id: 1,
  resource: 'contacts',
  mode: 'full',
  state: 'running',
  cause: 'first',
  startedAt: 0,
  endedAt: null,
  pages: 0,
  received: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  expected: null,
  rate: null,
  secondsLeft: null,
  note: null,
  problem: null,
}

function syncState(asOf: (number | null)[], online = true): SyncState {
  const names = ['contacts', 'events', 'eventNames'] as const
  return {
    resources: asOf.map((instant, index) => ({
      resource: names[index] ?? 'contacts',
      rows: 1,
      asOf: instant,
      fullAsOf: null,
      unread: 0,
      run: null,
      last: null,
    })),
    connection: { ...connection, online },
    nextQuickAt: null,
    nextFullAt: null,
  }
}

describe('the live state', () => {
  let page: Page
  beforeEach(async () => {
    page = await Page.open({ root: { render: () => null } })
  })
  afterEach(() => page.close())

  it('is as old as its oldest part', () => {
    const live = page.of(useLiveStore)
    const now = Date.now()
    live.apply({ topic: 'sync', state: syncState([now, now - 120_000, now]) })
    expect(live.freshness).toEqual({ asOf: now - 120_000, tone: 'fresh' })
  })

  it('is old from an hour on', () => {
    const live = page.of(useLiveStore)
    live.apply({ topic: 'sync', state: syncState([Date.now() - 61 * 60_000]) })
    expect(live.freshness.tone).toBe('old')
  })

  it('is hollow while offline, however fresh', () => {
    const live = page.of(useLiveStore)
    live.apply({ topic: 'sync', state: syncState([Date.now()], false) })
    expect([live.offline, live.freshness.tone]).toEqual([true, 'offline'])
  })

  it('says that nothing was copied', () => {
    const live = page.of(useLiveStore)
    live.apply({ topic: 'sync', state: syncState([null]) })
    expect(live.freshness).toEqual({ asOf: null, tone: 'none' })
  })

  it('says that the first copy is under way while a part of it is missing', () => {
    const live = page.of(useLiveStore)
    const state = syncState([Date.now(), null])
    const [contacts, events] = state.resources
    if (!contacts || !events) throw new Error('two resources')
    const run = { ...running, resource: events.resource }
    live.apply({ topic: 'sync', state: { ...state, resources: [contacts, { ...events, run }] } })
    expect(live.freshness).toEqual({ asOf: null, tone: 'first' })
  })

  it('has no current profile where none is chosen', () => {
    const live = page.of(useLiveStore)
    live.apply(profilesTold([], null))
    expect(live.current).toBeNull()
  })

  it('has another key for its lists with every revision and every profile', () => {
    const live = page.of(useLiveStore)
    const copy = (profileId: string, revision: number) =>
      live.apply({
        topic: 'copy',
        state: { profileId, revision, contacts: 1, events: 1, deployed: false, at: 0 },
      })
    const keys = [copy('a', 1), copy('a', 2), copy('b', 2)].map((_, index) => {
      copy(index === 2 ? 'b' : 'a', index === 0 ? 1 : 2)
      return live.copyKey
    })
    expect(new Set(keys).size).toBe(3)
  })
})
