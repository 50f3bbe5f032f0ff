import { describe, expect, it } from 'vitest'
import type { SavedView } from '../../../../src-shared/bridge/contacts'
import type { Run, SyncState } from '../../../../src-shared/bridge/sync'
import { chosenRows, pickedRows } from '../../../../src-renderer/lists/list/selection'
import { countWords } from '../../../../src-renderer/lists/grid/count-words'
import { firstCopy } from '../../../../src-renderer/features/contacts/copy-progress'
import { differs, nameFault } from '../../../../src-renderer/lists/grid/view-state'
import { idleConnection } from '../fixtures/sync-state'

const run: Run = {
  id: 1,
  resource: 'contacts',
  mode: 'full',
  state: 'running',
  cause: 'first',
  startedAt: 0,
  endedAt: null,
  pages: 314,
  received: 31_400,
  added: 31_400,
  changed: 0,
  unchanged: 0,
  removed: 0,
  expected: 52_400,
  rate: 120,
  secondsLeft: 175,
  note: null,
  problem: null,
}

function sync(change: { run?: Partial<Run> | null; fullAsOf?: number | null } = {}): SyncState {
  return {
    resources: [
      {
        resource: 'contacts',
        rows: 31_400,
        asOf: null,
        fullAsOf: change.fullAsOf ?? null,
        unread: 0,
        run: change.run === null ? null : { ...run, ...change.run },
        last: null,
      },
    ],
    connection: idleConnection,
    nextQuickAt: null,
    nextFullAt: null,
  }
}

describe('the first copy', () => {
  it('is said while it is made', () => {
    expect(firstCopy(sync())).toEqual({
      state: 'running',
      share: 31_400 / 52_400,
      count: '31,400 of about 52,400',
      words: 'First copy, about 3 min left',
    })
  })

  it('is not said of a later run', () => {
    expect(firstCopy(sync({ fullAsOf: 1 }))).toBeNull()
    expect(firstCopy(sync({ run: null }))).toBeNull()
  })

  it('makes no promise while no rate is known', () => {
    expect(firstCopy(sync({ run: { secondsLeft: null } }))?.words).toBe('First copy, working out how long')
  })

  it('says that it is paused', () => {
    expect(firstCopy(sync({ run: { state: 'paused' } }))?.words).toBe('First copy, paused')
  })

  it('shows no share while the service has not said how many there are', () => {
    expect(firstCopy(sync({ run: { expected: null } }))).toMatchObject({ share: null, count: '31,400' })
  })
})

describe('the count', () => {
  const answered = { count: 8204, total: 52_418, filtered: false }
  const base = { answered, offlineSince: null, now: 0 }

  it('is of all, or of what matches', () => {
    expect(countWords(base)).toBe('52,418')
    expect(countWords({ ...base, answered: { ...answered, filtered: true } })).toBe('8,204 of 52,418')
  })

  it('says offline how old it is', () => {
    const at = new Date(2026, 10, 20, 13, 40).getTime()
    expect(countWords({ ...base, offlineSince: at, now: at })).toBe('52,418 as of 13:40')
  })

  it('says nothing before it is known', () => {
    expect(countWords({ ...base, answered: null })).toBe('')
  })
})

describe('a saved view', () => {
  const view: SavedView = {
    id: 'v1',
    name: 'Paying ports',
    query: { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
    columns: ['email', 'createdAt'],
  }

  it('differs once anything it keeps is changed', () => {
    expect(differs(view, view)).toBe(false)
    expect(differs(view, { ...view, columns: ['email'] })).toBe(true)
    expect(differs(view, { ...view, query: { ...view.query, search: 'a' } })).toBe(true)
  })

  it('needs a name of its own', () => {
    expect(nameFault(' ', [view])).toBe('Name the view.')
    expect(nameFault('paying ports ', [view])).toBe('Another view has this name.')
    expect(nameFault('Paying ports', [view], 'v1')).toBeNull()
  })
})

describe('who is meant', () => {
  const query = { search: 'ann', filters: [], sort: { field: 'email' as const, direction: 'asc' as const } }

  it('is the frozen set with its exceptions', () => {
    expect(pickedRows({ kind: 'frozen', selectionId: 's', count: 8204, except: new Set(['a']) })).toEqual({
      kind: 'frozen',
      selectionId: 's',
      except: ['a'],
    })
  })

  it('is what is shown where nothing is selected', () => {
    expect(chosenRows('shown', { kind: 'ids', ids: new Set(['a']) }, query)).toEqual({
      kind: 'query',
      query,
    })
    expect(chosenRows('selected', { kind: 'ids', ids: new Set(['a']) }, query)).toEqual({
      kind: 'ids',
      ids: ['a'],
    })
  })
})
