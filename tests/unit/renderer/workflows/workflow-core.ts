import type { DnsRecord, DomainDetail } from '../../../../src-shared/bridge/domains'
import type { ExecutionRow, WorkflowDetail, WorkflowStep } from '../../../../src-shared/bridge/workflows'
import type { Problem } from '../../../../src-shared/problem'
import { done } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'conflict',
  title: 'Somebody else changed it meanwhile',
  why: 'The service holds another version.',
  action: 'Look at what is there now.',
  retryable: false,
}

function step(id: string, name: string, more: Partial<WorkflowStep> = {}): WorkflowStep {
  return {
    id,
    type: 'DELAY',
    name,
    position: null,
    words: 'Waits 2 days',
    template: null,
    here: 0,
    came: { sure: 0, unsure: 0 },
    config: {},
    ways: [],
    ...more,
  }
}

/** A workflow whose second step 12 contacts stand at, and whose last one nothing leads to. */
export function workflow(more: Partial<WorkflowDetail> = {}): WorkflowDetail {
  return {
    id: 'wfl_1',
    name: 'Welcome aboard',
    description: 'A welcome at once.',
    enabled: true,
    triggerType: 'EVENT',
    eventName: 'signup',
    allowReentry: false,
    executions: { WAITING: 12, COMPLETED: 30, EXITED: 4 },
    newestAlone: null,
    draft: null,
    stepForm: 'together',
    createdAt: 0,
    updatedAt: 0,
    steps: [
      step('s1', 'On signup', {
        type: 'TRIGGER',
        words: 'Starts with signup',
        came: { sure: 46, unsure: 0 },
        ways: [{ to: 's2', branch: '' }],
      }),
      step('s2', 'Two days', { here: 12, ways: [{ to: 's3', branch: '' }] }),
      step('s3', 'Begun?', {
        type: 'CONDITION',
        words: 'Asks: plan is pro?',
        ways: [
          { to: 's4', branch: 'yes' },
          { to: 's2', branch: 'no' },
        ],
      }),
      step('s4', 'Done', { type: 'EXIT', words: 'Ends here', came: { sure: 4, unsure: 0 } }),
      step('s5', 'Lost', { words: 'Waits 1 day' }),
    ],
    executionsAsOf: 0,
    executionsUnread: 0,
    basis: '2026-01-01T00:00:00.000Z',
    raw: {},
    ...more,
  }
}

/** Somebody who waits at the second step. */
const nora: ExecutionRow = {
  id: 'exe_1',
  contactId: 'cnt_1',
  email: 'nora@x.example',
  data: { name: 'Nora Quill' },
  status: 'WAITING',
  stepId: 's2',
  step: 'Two days',
  exitReason: null,
  startedAt: 0,
  completedAt: null,
  since: { at: 0, about: false },
  due: { at: 172_800_000, about: true },
}

/** A domain whose second key is missing and whose SPF is another one. */
export function domain(more: Partial<DomainDetail> = {}): DomainDetail {
  const records: DnsRecord[] = [
    {
      what: 'dkim',
      type: 'CNAME',
      name: 'a._domainkey.x.example',
      value: 'a.dkim.amazonses.com',
      state: 'published',
      found: ['a.dkim.amazonses.com'],
      words: 'Leads to the key.',
    },
    {
      what: 'dkim',
      type: 'CNAME',
      name: 'b._domainkey.x.example',
      value: 'b.dkim.amazonses.com',
      state: 'missing',
      found: [],
      words: 'Not published. Add it.',
    },
    {
      what: 'spf',
      type: 'TXT',
      name: 'x.example',
      value: 'v=spf1 include:amazonses.com ~all',
      state: 'other',
      found: ['v=spf1 mx -all'],
      words: 'It does not name amazonses.com.',
    },
  ]
  return {
    id: 'dom_1',
    domain: 'x.example',
    verified: false,
    createdAt: 0,
    updatedAt: 0,
    records,
    usedBy: [],
    raw: {},
    ...more,
  }
}

/** How the core of a test stands. */
export interface CoreWishes {
  refused?: Refusals
  workflow?: WorkflowDetail
  domain?: DomainDetail
  /** Nothing was ever copied. */
  empty?: boolean
}

function page<Row>(row: Row, empty = false) {
  return empty ? { rows: [], count: 0, total: 0, asOf: null } : { rows: [row], count: 1, total: 1, asOf: 0 }
}

function workflowAnswers({ empty, ...wishes }: CoreWishes): Answers['workflows'] {
  let held = wishes.workflow ?? workflow()
  return {
    page: () => page(held, empty),
    get: () => held,
    refresh: () => ({ ...held, steps: workflow().steps }),
    executions: () => ({ rows: [nora], count: 1, byStatus: held.executions, asOf: 0 }),
    way: () => ({
      execution: nora,
      passed: [
        { id: 's1', at: { at: 0, about: false }, branch: null, mail: null, event: { source: 'site' } },
        { id: 's2', at: { at: 0, about: false }, branch: null, mail: null, event: null },
      ],
      whole: true,
      ahead: 2,
      values: [{ name: 'plan', value: 'pro' }],
    }),
    cancel: () => ({ cancelled: 1 }),
    create: (written) => ({ ...held, ...written, id: 'wfl_2' }),
    update: ({ changes }) => (held = { ...held, ...changes }),
    remove: done,
  }
}

function domainAnswers({ empty, domain: site = domain() }: CoreWishes): Answers['domains'] {
  return {
    page: () => page(site, empty),
    get: () => site,
    check: () => ({ ...site, checkedAt: Date.now() }),
    add: (added) => ({ ...site, domain: added.domain }),
    remove: done,
  }
}

/** Opens a page of workflows or domains by its address. */
export function openAutomation(path: string, wishes: CoreWishes = {}): Promise<Page> {
  const core: Answers = {
    workflows: workflowAnswers(wishes),
    domains: domainAnswers(wishes),
    sync: {
      unread: ({ owner = null }) => ({
        rows: [{ key: 'exe_9', owner, fault: 'has no status', raw: '{"id":"exe_9"}', at: 0 }],
        count: 1,
      }),
    },
  }
  return Page.open({ core, refused: wishes.refused, path })
}
