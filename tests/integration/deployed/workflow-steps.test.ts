import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WorkflowDetail } from '../../../src-shared/bridge/workflows'
import type { DraftStep, StepsDraft } from '../../../src-shared/bridge/workflow-steps'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { problemOf } from '../../fixtures/problem-of'

/** The steps of a workflow, changed at a service that takes changes one at a time. */

let service: DeployedService
let core: TestCore
let workflow: WorkflowDetail

beforeEach(async () => {
  service = await startDeployedService({ published: () => true })
  service.seed(3)
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
  workflow = await core.bridge.workflows.create({
    name: 'Thanks',
    eventName: 'order.paid',
    description: '',
    allowReentry: false,
  })
  workflow = await core.bridge.workflows.refresh({ id: workflow.id })
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

const draftOf = ({ draft }: WorkflowDetail): StepsDraft => draft ?? { steps: [], ways: [] }
const step = (id: string, type: string, name: string, config: DraftStep['config'] = {}): DraftStep => ({
  ...{ id, type, name, config, position: null, template: null },
})
const way = (from: string, to: string, branch = '') => ({ from, to, branch })
const start = () => draftOf(workflow).steps[0]?.id ?? ''

/** A wait that ends by an event or in time, and an answer to many questions. */
function grown(): StepsDraft {
  const branches = [
    { id: 'b1', name: 'Pro', operator: 'equals', value: 'pro' },
    { id: 'b2', name: 'Team', operator: 'equals', value: 'team' },
  ]
  return {
    steps: [
      ...draftOf(workflow).steps,
      step('new-1', 'WAIT_FOR_EVENT', 'Chosen', { eventName: 'plan.chosen', timeout: 86_400 }),
      step('new-2', 'CONDITION', 'Which plan?', { mode: 'multi', field: 'data.plan', branches }),
      step('new-3', 'EXIT', 'Pro', { reason: 'pro' }),
      step('new-4', 'EXIT', 'Team', { reason: 'team' }),
      step('new-5', 'EXIT', 'Others', {}),
    ],
    ways: [
      way(start(), 'new-1'),
      way('new-1', 'new-2', 'event'),
      way('new-1', 'new-5', 'timeout'),
      way('new-2', 'new-3', 'b1'),
      way('new-2', 'new-4', 'b2'),
      way('new-2', 'new-5', 'default'),
    ],
  }
}

/** The ways of a workflow by the names of their ends. */
function shape({ draft }: WorkflowDetail): string[] {
  const { steps, ways } = draft ?? { steps: [], ways: [] }
  const name = (id: string) => steps.find((one) => one.id === id)?.name ?? id
  return ways.map(({ from, to, branch }) => `${name(from)} ${branch}> ${name(to)}`).sort()
}

async function save(
  draft: StepsDraft,
  more: { base?: StepsDraft | null; as?: 'here' | 'second' } = {},
): Promise<WorkflowDetail> {
  const { base = draftOf(workflow), as = 'here' } = more
  const saved = await core.bridge.workflows.saveSteps({ id: workflow.id, base, draft, as })
  if (as === 'here') workflow = saved
  return saved
}

const wanted = [
  'Chosen event> Which plan?',
  'Chosen timeout> Others',
  'Which plan? b1> Pro',
  'Which plan? b2> Team',
  'Which plan? default> Others',
]
const changesMade = () =>
  service.requests.filter(({ method, path }) => method !== 'GET' && /steps|transitions/.test(path))

it('says that steps are taken one at a time', () => {
  expect(workflow.stepForm).toBe('oneAtATime')
})

it('makes steps with the ways between them, and each once', async () => {
  const saved = await save(grown())
  expect(shape(saved)).toEqual(expect.arrayContaining(wanted))
  expect(saved.draft?.steps).toHaveLength(6)
  expect(saved.draft?.ways).toHaveLength(6)
})

it('changes, takes out and leads on, and touches nothing else', async () => {
  await save(grown())
  const { steps, ways } = draftOf(workflow)
  const id = (name: string) => steps.find((one) => one.name === name)?.id ?? ''
  const before = changesMade().length
  const others = steps.filter(({ name }) => name !== 'Which plan?')
  const saved = await save({
    steps: others.map((one) => (one.name === 'Pro' ? { ...one, config: { reason: 'went on' } } : one)),
    ways: ways
      .filter(({ from, to }) => from !== id('Which plan?') && to !== id('Which plan?'))
      .concat(way(id('Chosen'), id('Pro'), 'event')),
  })
  expect(shape(saved)).toEqual(expect.arrayContaining(['Chosen event> Pro', 'Chosen timeout> Others']))
  expect(saved.draft?.steps.map(({ name }) => name).sort()).not.toContain('Which plan?')
  expect(saved.draft?.steps.find(({ name }) => name === 'Pro')?.config).toEqual({ reason: 'went on' })
  // The deletion took nothing along that follows it.
  expect(saved.draft?.steps.map(({ name }) => name)).toEqual(expect.arrayContaining(['Team', 'Others']))
  // Four ways, one step, one change, one way.
  expect(changesMade().length - before).toBe(7)
})

it('asks for nothing where nothing changed', async () => {
  await save(draftOf(workflow))
  expect(changesMade()).toEqual([])
})

it('disables an enabled workflow while it is half changed, and enables it again', async () => {
  await core.bridge.workflows.update({ id: workflow.id, changes: { enabled: true }, basis: null })
  const seen: boolean[] = []
  service.faults = ({ method, path }) => {
    if (method === 'POST' && path.endsWith('/steps')) {
      seen.push(service.state.workflows.get(workflow.id)?.enabled ?? true)
    }
    return null
  }
  const saved = await save(grown())
  expect(new Set(seen)).toEqual(new Set([false]))
  expect(saved.enabled).toBe(true)
})

describe('what stops half way', () => {
  it('is gone on with when it is saved again, and nothing is made twice', async () => {
    await core.bridge.workflows.update({ id: workflow.id, changes: { enabled: true }, basis: null })
    let left = 3
    service.faults = ({ method, path }) =>
      method === 'POST' && path.endsWith('/steps') && left-- <= 0
        ? { do: 'answer', status: 500, body: { error: 'Internal' } }
        : null
    const refused = await problemOf(save(grown()))
    expect(refused).toMatchObject({ title: 'Only some changes were saved' })
    expect(service.state.workflows.get(workflow.id)?.enabled).toBe(false)
    service.faults = () => null
    const saved = await save(grown())
    expect(saved.draft?.steps.map(({ name }) => name).sort()).toEqual(
      [draftOf(workflow).steps[0]?.name, 'Chosen', 'Others', 'Pro', 'Team', 'Which plan?'].sort(),
    )
    expect(shape(saved)).toEqual(expect.arrayContaining(wanted))
    expect(saved.enabled).toBe(true)
  })

  it('finds a step again that was made although its answer was lost', async () => {
    let lost = false
    service.faults = ({ method, path }) => {
      if (lost || method !== 'POST' || !path.endsWith('/steps')) return null
      lost = true
      return { do: 'cut', when: 'after' }
    }
    expect(await problemOf(save(grown()))).toMatchObject({ code: 'outcome_unknown' })
    const saved = await save(grown())
    expect(saved.draft?.steps.filter(({ name }) => name === 'Chosen')).toHaveLength(1)
    expect(shape(saved)).toEqual(expect.arrayContaining(wanted))
  })
})

it('writes over nobody unseen, and over whatever is there where that is wanted', async () => {
  const base = draftOf(workflow)
  const mine = grown()
  await save({ ...base, steps: [...base.steps, step('x', 'EXIT', 'Theirs')], ways: [way(start(), 'x')] })
  expect(await problemOf(save(mine, { base }))).toMatchObject({ code: 'conflict' })
  expect(shape(workflow)).toHaveLength(1)
  const saved = await save(mine, { base: null })
  expect(saved.draft?.steps.map(({ name }) => name)).not.toContain('Theirs')
})

describe('with people on the way', () => {
  beforeEach(async () => {
    const base = draftOf(workflow)
    await save({
      steps: [...base.steps, step('w', 'WAIT_FOR_EVENT', 'Chosen', { eventName: 'plan.chosen' })],
      ways: [way(start(), 'w')],
    })
    await core.bridge.workflows.update({ id: workflow.id, changes: { enabled: true }, basis: null })
    const [contact] = service.state.contacts.all()
    await core.bridge.workflows.start({ id: workflow.id, contactId: contact?.id ?? '' })
    workflow = await core.bridge.workflows.refresh({ id: workflow.id })
  })

  it('changes no step, and says why', async () => {
    const refused = await problemOf(save({ ...draftOf(workflow), ways: [] }))
    expect(refused).toMatchObject({ code: 'conflict', serviceCode: 'live_runs' })
    expect(shape(workflow)).toHaveLength(1)
  })

  it('makes a second workflow that takes its place', async () => {
    const { steps, ways } = draftOf(workflow)
    const wait = steps.find(({ type }) => type === 'WAIT_FOR_EVENT')?.id ?? ''
    const draft = { steps: [...steps, step('e', 'EXIT', 'Done')], ways: [...ways, way(wait, 'e', 'event')] }
    const second = await save(draft, { as: 'second' })
    expect(second).toMatchObject({ name: 'Thanks, 2', enabled: true, eventName: 'order.paid' })
    expect(shape(second)).toContain('Chosen event> Done')
    const first = await core.bridge.workflows.refresh({ id: workflow.id })
    expect(first).toMatchObject({ enabled: false })
    expect(shape(first)).toHaveLength(1)
    const standing = [...service.state.executions.values()].map(({ workflowId }) => workflowId)
    expect(standing).toEqual([workflow.id])
  })

  it('deletes a second workflow that cannot be made whole, and the first one runs as before', async () => {
    service.faults = ({ method, path }) =>
      method === 'POST' && path.endsWith('/steps')
        ? { do: 'answer', status: 400, body: { error: 'Bad Request', message: 'No' } }
        : null
    const refused = await problemOf(save(draftOf(workflow), { as: 'second' }))
    expect(refused).toMatchObject({ title: 'The second workflow could not be made' })
    expect(refused.why).toContain('It was deleted.')
    expect([...service.state.workflows.values()].map(({ name, enabled }) => [name, enabled])).toEqual([
      ['Thanks', true],
    ])
  })

  it('enables the first one again where the second cannot be', async () => {
    let refusing = true
    service.faults = ({ method, path, body }) =>
      refusing && method === 'PATCH' && !path.endsWith(workflow.id) && body.includes('enabled')
        ? { do: 'answer', status: 500, body: { error: 'Internal' } }
        : null
    const refused = await problemOf(save(draftOf(workflow), { as: 'second' }))
    expect(refused).toMatchObject({ title: 'The second workflow could not be enabled' })
    expect(refused.why).toContain('The first one runs as before.')
    expect(service.state.workflows.get(workflow.id)?.enabled).toBe(true)
    refusing = false
    await core.bridge.sync.reconnect()
    const second = await save(draftOf(workflow), { as: 'second' })
    expect(second).toMatchObject({ name: 'Thanks, 2', enabled: true })
    expect(service.state.workflows.size).toBe(2)
  })
})
