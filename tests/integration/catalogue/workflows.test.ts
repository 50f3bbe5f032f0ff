import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WorkflowDetail } from '../../../src-shared/bridge/workflows'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startRecordingProxy } from '../../fixtures/recording-proxy'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'

const all = {
  query: { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } },
  slice: { offset: 0, limit: 100 },
} as const

let service: RunningService
let core: TestCore

beforeEach(async () => {
  service = await startKeptService({ contacts: 300 })
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

async function send(path: string, method: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.status === 204 ? null : answer.json()
}

/** A workflow of the sample, whole, once its steps and executions were read. */
async function welcome(): Promise<WorkflowDetail> {
  const { rows } = await core.bridge.workflows.page(all)
  const id = rows.find(({ name }) => name === 'Welcome aboard')?.id ?? ''
  return until(
    () => core.bridge.workflows.get({ id }),
    ({ steps, executionsAsOf }) => steps !== null && executionsAsOf !== null,
  )
}

describe('a copied workflow', () => {
  it('tells its steps in words, without the service', async () => {
    const { id } = await welcome()
    await service.stop()
    const { steps, eventName, enabled } = await core.bridge.workflows.get({ id })
    expect({ eventName, enabled }).toEqual({ eventName: 'signup', enabled: true })
    expect(steps?.map(({ name, words }) => [name, words])).toEqual([
      ['On signup', 'Starts with signup'],
      ['Welcome', expect.stringMatching(/^Sends “.+”$/)],
      ['Two days', 'Waits 2 days'],
      ['Wrote a note?', 'Asks: note.created ever happened?'],
      ['Has begun', 'Ends: Wrote a note'],
      ['The first note', expect.stringMatching(/^Sends “.+”$/)],
    ])
    const question = steps?.find(({ type }) => type === 'CONDITION')
    expect(question?.ways.map(({ branch }) => branch).sort()).toEqual(['no', 'yes'])
  })

  it('counts its executions by status, and where they stand adds up to those on the way', async () => {
    const { executions, steps, id } = await welcome()
    const { count, byStatus } = await core.bridge.workflows.executions({
      id,
      statuses: null,
      slice: { offset: 0, limit: 1 },
    })
    expect(byStatus).toEqual(executions)
    expect(Object.values(executions).reduce((sum, each) => sum + each, 0)).toBe(count)
    const here = (steps ?? []).reduce((sum, step) => sum + step.here, 0)
    expect(here).toBe((executions.WAITING ?? 0) + (executions.RUNNING ?? 0))
    expect(here).toBeGreaterThan(0)
  })

  it('lists executions of a status or at a step, with who it is', async () => {
    const { id, steps } = await welcome()
    const slice = { offset: 0, limit: 500 }
    const ended = await core.bridge.workflows.executions({ id, statuses: ['EXITED'], slice })
    expect(ended.rows.length).toBe(ended.count)
    expect(new Set(ended.rows.map(({ status }) => status))).toEqual(new Set(['EXITED']))
    const busy = steps?.find(({ here }) => here > 0)
    const at = await core.bridge.workflows.executions({
      id,
      statuses: ['WAITING', 'RUNNING'],
      step: busy?.id ?? '',
      slice,
    })
    expect(at.count).toBe(busy?.here)
    expect(at.rows.every(({ step, email }) => step === busy?.name && email?.includes('@'))).toBe(true)
  })

  it('tells how many came by each step, as many as left its branches and stand there', async () => {
    const { executions, steps } = await welcome()
    const all = Object.values(executions).reduce((sum, each) => sum + each, 0)
    const came = new Map(steps?.map(({ name, came: { sure, unsure } }) => [name, [sure, unsure]]))
    expect(came.get('On signup')).toEqual([all, 0])
    expect(came.get('Two days')).toEqual([all, 0])
    const [begun = 0] = came.get('Has begun') ?? []
    const [nudged = 0] = came.get('The first note') ?? []
    expect(came.get('Wrote a note?')).toEqual([begun + nudged, 0])
    expect(begun + nudged).toBe(all - (executions.WAITING ?? 0))
  })

  it('tells the way of somebody who waits, since when and until when', async () => {
    const { id } = await welcome()
    const asked = { id, statuses: ['WAITING', 'RUNNING'], slice: { offset: 0, limit: 1 } }
    const { rows } = await core.bridge.workflows.executions(asked)
    const [row] = rows
    const days = 2 * 86_400_000
    expect(row?.since).toEqual({ at: row?.startedAt, about: false })
    expect(row?.due).toEqual({ at: (row?.startedAt ?? 0) + days, about: false })
    const way = await core.bridge.workflows.way({ id, execution: row?.id ?? '' })
    const { steps } = await core.bridge.workflows.get({ id })
    const nameOf = (of: string) => steps?.find((step) => step.id === of)?.name
    expect(way.passed.map((one) => nameOf(one.id))).toEqual(['On signup', 'Welcome', 'Two days'])
    expect(way).toMatchObject({ whole: true, ahead: 2 })
    expect(way.passed[1]?.mail).toMatchObject({ sentAt: expect.any(Number) })
    expect(way.execution).toEqual(row)
  })

  it('counts where those who came by a step would go on', async () => {
    const { id, steps, executions } = await welcome()
    const step = steps?.find(({ type }) => type === 'TRIGGER')?.id ?? ''
    const all = Object.values(executions).reduce((sum, each) => sum + each, 0)
    const asked = { field: 'contact.email', questions: [{ branch: 'a', operator: 'contains', value: '@' }] }
    const { of, counts } = await core.bridge.workflows.countBranches({ id, step, ...asked })
    expect(of).toBeGreaterThan(0)
    expect(of).toBeLessThanOrEqual(all)
    expect(counts).toEqual([of, 0])
  })

  it('keeps its steps when the list is read again, and is not asked for while it is the same', async () => {
    const { id } = await welcome()
    const proxy = await startRecordingProxy(service.url)
    try {
      const { currentId } = await core.bridge.profiles.list()
      const keys = { secretKey: service.secretKey }
      await core.bridge.profiles.update({ id: currentId ?? '', changes: { address: proxy.url }, keys })
      await settled(core.bridge)
      await core.bridge.sync.start({ mode: 'full', resource: 'workflows' })
      await until(
        () => proxy.passed.filter(({ path, answered }) => answered && path.includes('/executions')).length,
        (read) => read >= 3,
      )
      expect(proxy.passed.filter(({ path }) => /^\/workflows\/[^/]+$/.test(path))).toEqual([])
      expect((await core.bridge.workflows.get({ id })).steps).toHaveLength(6)
    } finally {
      await proxy.close()
    }
  })

  it('that was changed at the service is read anew', async () => {
    const { id } = await welcome()
    await send(`/workflows/${id}`, 'PATCH', {
      name: 'Welcome on board',
      steps: [{ id: 'end', type: 'EXIT', config: { reason: 'Nothing left' } }],
    })
    await core.bridge.sync.start({ mode: 'full', resource: 'workflows' })
    const { steps } = await until(
      () => core.bridge.workflows.get({ id }),
      ({ steps: known, name }) => name === 'Welcome on board' && known?.length === 2,
    )
    expect(steps?.map(({ words }) => words)).toContain('Ends: Nothing left')
  })

  it('is read from the service when a person asks', async () => {
    const { id } = await welcome()
    await send(`/workflows/${id}`, 'PATCH', { description: 'Another one' })
    const { description, steps } = await core.bridge.workflows.refresh({ id })
    expect(description).toBe('Another one')
    expect(steps).toHaveLength(6)
  })
})

describe('a list of workflows', () => {
  it('is narrowed by whether they run, and searched', async () => {
    const page = (search: string, kinds: string[] | null) =>
      core.bridge.workflows.page({ query: { ...all.query, search, kinds }, slice: all.slice })
    expect((await page('', ['enabled'])).rows.map(({ name }) => name)).toEqual([
      'End of the trial',
      'Welcome aboard',
    ])
    expect((await page('', ['disabled'])).count).toBe(1)
    expect(await page('TRIAL', null)).toMatchObject({ count: 1, total: 3, asOf: expect.any(Number) })
  })
})

describe('writing workflows', () => {
  it('creates one, disabled, and shows its start', async () => {
    const made = await core.bridge.workflows.create({
      name: 'Thanks',
      eventName: 'order.paid',
      description: '',
      allowReentry: true,
    })
    expect(made).toMatchObject({
      name: 'Thanks',
      eventName: 'order.paid',
      enabled: false,
      allowReentry: true,
    })
    expect(made.steps?.map(({ type }) => type)).toEqual(['TRIGGER'])
  })

  it('enables and disables one, and keeps its steps', async () => {
    const { id, basis } = await welcome()
    const off = await core.bridge.workflows.update({ id, changes: { enabled: false }, basis })
    expect(off.enabled).toBe(false)
    expect(off.steps).toHaveLength(6)
    const log = await core.bridge.activity.page({
      filter: { kind: 'write', outcome: null, search: '' },
      slice: { offset: 0, limit: 1 },
    })
    expect(log.entries[0]?.title).toBe('Disable the workflow “Welcome aboard”')
  })

  it('says the event that starts it in both ways, of which deployed services know but one', async () => {
    const { id, basis } = await welcome()
    const changed = await core.bridge.workflows.update({ id, changes: { eventName: 'order.paid' }, basis })
    expect(changed.eventName).toBe('order.paid')
    const log = await core.bridge.activity.page({
      filter: { kind: 'write', outcome: null, search: '' },
      slice: { offset: 0, limit: 1 },
    })
    const { sent } = await core.bridge.activity.get({ id: log.entries[0]?.id ?? 0 })
    expect(sent).toMatchObject({ eventName: 'order.paid', triggerConfig: { eventName: 'order.paid' } })
  })

  it('refuses to write over what somebody else changed, and shows that', async () => {
    const { id, basis } = await welcome()
    await send(`/workflows/${id}`, 'PATCH', { name: 'Theirs' })
    await expect(
      core.bridge.workflows.update({ id, changes: { name: 'Ours' }, basis }),
    ).rejects.toMatchObject({ data: { code: 'conflict' } })
    expect((await core.bridge.workflows.get({ id })).name).toBe('Theirs')
  })

  it('deletes one whose name was typed, with its executions', async () => {
    const { id } = await welcome()
    await expect(core.bridge.workflows.remove({ id, name: 'Welcome' })).rejects.toMatchObject({
      data: { code: 'input_invalid' },
    })
    await core.bridge.workflows.remove({ id, name: 'Welcome aboard' })
    await expect(core.bridge.workflows.get({ id })).rejects.toMatchObject({ data: { code: 'not_found' } })
    const left = await core.bridge.workflows.executions({
      id,
      statuses: null,
      slice: { offset: 0, limit: 1 },
    })
    expect(left.count).toBe(0)
  })

  it('is refused where the profile is read-only', async () => {
    const { id, basis } = await welcome()
    const { currentId } = await core.bridge.profiles.list()
    await core.bridge.profiles.update({ id: currentId ?? '', changes: { readOnly: true } })
    await expect(
      core.bridge.workflows.update({ id, changes: { enabled: false }, basis }),
    ).rejects.toMatchObject({ data: { code: 'profile_read_only' } })
  })

  it('is refused without the service, which reading anew is too', async () => {
    const { id, basis } = await welcome()
    await service.stop()
    await core.bridge.sync.reconnect()
    for (const call of [
      () => core.bridge.workflows.update({ id, changes: { enabled: false }, basis }),
      () => core.bridge.workflows.remove({ id, name: 'Welcome aboard' }),
      () => core.bridge.workflows.refresh({ id }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        data: { code: expect.stringMatching(/offline|connection_refused/) },
      })
    }
    expect((await core.bridge.workflows.get({ id })).enabled).toBe(true)
  })
})
