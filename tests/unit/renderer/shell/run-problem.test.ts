import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run, SyncState } from '../../../../src-shared/bridge/sync'
import type { Problem, ProblemCode } from '../../../../src-shared/problem'
import { useRunProblem } from '../../../../src-renderer/shell/run-problem'
import { Page } from '../fixtures/page'

let page: Page
beforeEach(async () => {
  page = await Page.open({ root: { render: () => null } })
})
afterEach(() => page.close())

const problemOf = (code: ProblemCode): Problem => ({
  code,
  title: code,
  why: '',
  action: '',
  retryable: false,
})

interface Given {
  online: boolean
  connection?: ProblemCode
  /** What the last run failed with. */
  run?: ProblemCode
  /** What a run under way paused with. */
  paused?: ProblemCode
}

function show({ online, connection, run, paused }: Given): string | null {
  const last: Run = {
    id: 1,
    resource: 'contacts',
    mode: 'full',
    state: run ? 'failed' : 'finished',
    startedAt: 0,
    endedAt: 1,
    received: 0,
    expected: null,
    pages: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    cause: 'person',
    rate: null,
    secondsLeft: null,
    problem: run ? problemOf(run) : null,
    note: null,
  }
  const under: Run | null = paused ? { ...last, state: 'paused', problem: problemOf(paused) } : null
  const state: SyncState = {
    resources: [{ resource: 'contacts', rows: 0, asOf: 1, fullAsOf: 1, unread: 0, run: under, last }],
    connection: {
      online,
      since: 0,
      latencyMs: null,
      spent: 0,
      ceiling: 1000,
      slowedTo: null,
      heldUntil: null,
      problem: connection ? problemOf(connection) : null,
    },
    nextQuickAt: null,
    nextFullAt: null,
  }
  page.tell({ topic: 'sync', state })
  return page.of(useRunProblem).value?.code ?? null
}

describe('what keeps the copy from getting newer', () => {
  it.each(['key_missing', 'key_refused', 'keychain_locked', 'project_disabled'] as const)(
    'is said before any run has failed of it: %s',
    (code) => expect(show({ online: true, connection: code })).toBe(code),
  )

  it.each(['tls_failed', 'not_the_service', 'redirected'] as const)(
    'is said while nothing can be reached, where waiting does not help: %s',
    (code) => expect(show({ online: false, connection: code })).toBe(code),
  )

  it('is left to the offline band where it passes by itself', () => {
    expect(show({ online: false, connection: 'connection_refused', run: 'timed_out' })).toBeNull()
  })

  it('is why the last run failed, while the service answers', () => {
    expect(show({ online: true, run: 'list_loops' })).toBe('list_loops')
    expect(show({ online: false, run: 'list_loops' })).toBeNull()
  })

  it('is why a run paused by itself, so that a full disk is no riddle', () => {
    expect(show({ online: true, paused: 'disk_full' })).toBe('disk_full')
    expect(show({ online: false, paused: 'connection_reset' })).toBeNull()
  })

  it('is nothing where all is well, or one answer of the service was none', () => {
    expect(show({ online: true })).toBeNull()
    expect(show({ online: true, connection: 'service_failed' })).toBeNull()
  })
})
