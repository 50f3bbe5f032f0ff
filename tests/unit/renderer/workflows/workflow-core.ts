import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { domains, type DnsRecord, type DomainDetail } from '../../../../src-shared/bridge/domains'
import { workflows, type WorkflowDetail, type WorkflowStep } from '../../../../src-shared/bridge/workflows'
import type { Problem } from '../../../../src-shared/problem'
import { exposeBridge } from '../expose-bridge'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'conflict',
  title: 'Somebody else changed it meanwhile',
  why: 'The service holds another version.',
  action: 'Look at what is there now.',
  retryable: false,
}

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

function step(id: string, name: string, more: Partial<WorkflowStep> = {}): WorkflowStep {
  return {
    id,
    type: 'DELAY',
    name,
    position: null,
    words: 'Waits 2 days',
    template: null,
    here: 0,
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
    createdAt: 0,
    updatedAt: 0,
    steps: [
      step('s1', 'On signup', {
        type: 'TRIGGER',
        words: 'Starts with signup',
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
      step('s4', 'Done', { type: 'EXIT', words: 'Ends here' }),
      step('s5', 'Lost', { words: 'Waits 1 day' }),
    ],
    executionsAsOf: 0,
    basis: '2026-01-01T00:00:00.000Z',
    raw: {},
    ...more,
  }
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
  /** Procedures that are refused, by name: "workflows.update". */
  refused?: readonly string[]
  workflow?: WorkflowDetail
  domain?: DomainDetail
  /** Nothing was ever copied. */
  empty?: boolean
}

const os = implement({ workflows, domains })

function router(heard: Heard, { refused = [], empty = false, ...wishes }: CoreWishes) {
  let held = wishes.workflow ?? workflow()
  const site = wishes.domain ?? domain()
  const hear = (name: string, input: unknown, refuse: () => Error): void => {
    heard.push({ name, input })
    if (refused.includes(name)) throw refuse()
  }
  const page = <Row>(row: Row) => ({
    rows: empty ? [] : [row],
    count: empty ? 0 : 1,
    total: empty ? 0 : 1,
    asOf: empty ? null : 0,
  })
  return {
    workflows: {
      page: os.workflows.page.handler(({ input, errors }) => {
        hear('workflows.page', input, () => errors.PROBLEM({ data: refusal }))
        return page(held)
      }),
      get: os.workflows.get.handler(({ input, errors }) => {
        hear('workflows.get', input, () => errors.PROBLEM({ data: refusal }))
        return held
      }),
      refresh: os.workflows.refresh.handler(({ input, errors }) => {
        hear('workflows.refresh', input, () => errors.PROBLEM({ data: refusal }))
        return { ...held, steps: workflow().steps }
      }),
      executions: os.workflows.executions.handler(({ input, errors }) => {
        hear('workflows.executions', input, () => errors.PROBLEM({ data: refusal }))
        return {
          rows: [
            {
              id: 'exe_1',
              contactId: 'cnt_1',
              email: 'nora@x.example',
              status: 'WAITING',
              step: 'Two days',
              exitReason: null,
              startedAt: 0,
              completedAt: null,
            },
          ],
          count: 1,
          byStatus: held.executions,
          asOf: 0,
        }
      }),
      create: os.workflows.create.handler(({ input, errors }) => {
        hear('workflows.create', input, () => errors.PROBLEM({ data: refusal }))
        return { ...held, ...input, id: 'wfl_2' }
      }),
      update: os.workflows.update.handler(({ input, errors }) => {
        hear('workflows.update', input, () => errors.PROBLEM({ data: refusal }))
        held = { ...held, ...input.changes }
        return held
      }),
      remove: os.workflows.remove.handler(({ input, errors }) => {
        hear('workflows.remove', input, () => errors.PROBLEM({ data: refusal }))
        return { done: true as const }
      }),
    },
    domains: {
      page: os.domains.page.handler(({ input, errors }) => {
        hear('domains.page', input, () => errors.PROBLEM({ data: refusal }))
        return page(site)
      }),
      get: os.domains.get.handler(({ input, errors }) => {
        hear('domains.get', input, () => errors.PROBLEM({ data: refusal }))
        return site
      }),
      check: os.domains.check.handler(({ input, errors }) => {
        hear('domains.check', input, () => errors.PROBLEM({ data: refusal }))
        return { ...site, checkedAt: Date.now() }
      }),
      add: os.domains.add.handler(({ input, errors }) => {
        hear('domains.add', input, () => errors.PROBLEM({ data: refusal }))
        return { ...site, domain: input.domain }
      }),
      remove: os.domains.remove.handler(({ input, errors }) => {
        hear('domains.remove', input, () => errors.PROBLEM({ data: refusal }))
        return { done: true as const }
      }),
    },
  }
}

/** Gives the page a port to such a core. Answers what was asked. */
export function exposeCore(wishes: CoreWishes = {}): Heard {
  const heard: Heard = []
  exposeBridge(new RPCHandler(router(heard, wishes)))
  return heard
}
