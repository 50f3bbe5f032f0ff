import type {
  RecordAudience,
  RecordConnection,
  RecordRow,
  RecordRun,
  RecordSync,
} from '../../../../src-shared/bridge/records'
import type { Problem } from '../../../../src-shared/problem'
import { then } from '../campaigns/review-samples'

/** A token that the service does not take any more. */
export const refusedToken: Problem = {
  code: 'key_refused',
  title: 'The key is refused',
  why: 'The service does not take this token any more.',
  action: 'Enter a new one.',
  retryable: false,
}

/** A run that ended. */
export function run(more: Partial<RecordRun> = {}): RecordRun {
  return {
    id: 7,
    connectionId: 'wharf',
    state: 'finished',
    cause: 'person',
    startedAt: then,
    endedAt: then + 1000,
    pages: 3,
    received: 212,
    added: 12,
    changed: 4,
    unchanged: 196,
    removed: 1,
    expected: 212,
    rate: null,
    secondsLeft: null,
    inFlight: 0,
    drift: { reread: 0, gaps: 0, repeated: 0, passes: 1 },
    report: [],
    problem: null,
    ...more,
  }
}

/** A connection as a person finds it; `sync`: how its reading stands. */
export function connection(
  sync: Partial<RecordSync> = {},
  more: Partial<RecordConnection> = {},
): RecordConnection {
  return {
    id: 'wharf',
    name: 'Wharf office',
    address: 'https://records.wharf.example',
    companyId: 'company_1',
    workspaceId: 'main',
    form: 'rpc',
    operation: 'list-records',
    resource: 'records',
    listName: null,
    everyHours: 24,
    token: { lastFour: '4f2a', state: 'keychain' },
    createdAt: then,
    revision: 1,
    sync: {
      rows: 2,
      asOf: then,
      run: null,
      last: run(),
      online: true,
      blocked: null,
      spent: 0,
      ceiling: 600,
      heldUntil: null,
      nextAt: null,
      ...sync,
    },
    ...more,
  }
}

const asRead = { changedAt: then, news: null }

/** Records of the connection. */
export const rows: RecordRow[] = [
  { ...asRead, id: 'rec_1', data: { mail: 'ada@wharf.example', city: 'Hull', berths: 3 } },
  { ...asRead, id: 'rec_2', data: { mail: 'ben@wharf.example', city: 'Bergen', berths: 12 } },
]

/** A way to the audience that was used before. */
export const audience: RecordAudience = {
  mapping: { email: 'data.mail', subscribed: null, data: [{ field: 'data.city', key: 'town' }] },
  remembered: true,
  last: { at: then, importId: 3, records: 2 },
}
