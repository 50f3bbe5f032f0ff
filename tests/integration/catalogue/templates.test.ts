import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'
import { profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'

const byName = { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } } as const
const slice = { offset: 0, limit: 100 }

let service: RunningService
let core: TestCore

beforeEach(async () => {
  service = await startKeptService({ contacts: 50 })
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

async function send(path: string, method: string, body: unknown): Promise<void> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

const page = (search = '', kinds: string[] | null = null) =>
  core.bridge.templates.page({ query: { ...byName, search, kinds }, slice })

async function named(name: string): Promise<TemplateDetail> {
  const { rows } = await page(name)
  return core.bridge.templates.get({ id: rows[0]?.id ?? '' })
}

const fresh = {
  name: 'Lamp lit',
  subject: 'The lamp is lit, {{firstName ?? "there"}}',
  body: '<p>It burns.</p>',
  type: 'TRANSACTIONAL',
} as const

describe('the list of templates', () => {
  it('is searched by name and narrowed by type, and tells when it was copied', async () => {
    const all = await page()
    expect(all.rows.map(({ name }) => name)).toContain('Receipt')
    expect(all).toMatchObject({ count: all.total, asOf: expect.any(Number) })
    expect((await page('RECEI')).rows.map(({ name }) => name)).toEqual(['Receipt'])
    const marketing = await page('', ['MARKETING'])
    expect(new Set(marketing.rows.map(({ type }) => type))).toEqual(new Set(['MARKETING']))
    expect(marketing).toMatchObject({ count: marketing.rows.length, total: all.total })
  })

  it('is counted anew in the state of the copy when one is made or deleted here', async () => {
    const counted = async () => stateOf(await core.bridge.sync.state(), 'templates').rows
    const before = await counted()
    const { id, name } = await core.bridge.templates.create(fresh)
    expect(await counted()).toBe(before + 1)
    await core.bridge.templates.remove({ id, name })
    expect(await counted()).toBe(before)
  })

  it('counts what uses each', async () => {
    const { body, id } = await named('Receipt')
    await core.bridge.templates.create({ ...fresh, body })
    expect((await core.bridge.templates.get({ id })).uses).toBe(0)
    await send('/campaigns', 'POST', {
      name: 'Receipts for all',
      subject: 'Yours',
      body,
      from: 'notes@harbour.example',
      audienceType: 'ALL',
    })
    await core.bridge.sync.start({ mode: 'full', resource: 'campaigns' })
    await until(
      () => page('Receipt'),
      ({ rows }) => rows[0]?.uses === 1,
    )
  })
})

describe('a template', () => {
  it('tells the campaigns with its very body and the workflows that send it', async () => {
    const { id } = await named('Welcome')
    const { usedBy } = await until(
      () => core.bridge.templates.get({ id }),
      ({ workflowsNotRead }) => workflowsNotRead === 0,
    )
    expect(usedBy).toContainEqual(
      expect.objectContaining({ kind: 'workflow', name: 'Welcome aboard', state: 'enabled' }),
    )
  })

  it('is read without the service', async () => {
    const { id } = await named('Receipt')
    // The steps of workflows are read after their list.
    await until(
      () => core.bridge.templates.get({ id }),
      ({ workflowsNotRead }) => workflowsNotRead === 0,
    )
    await service.stop()
    expect(await core.bridge.templates.get({ id })).toMatchObject({ name: 'Receipt', workflowsNotRead: 0 })
  })

  it('that the copy does not hold is said to be gone', async () => {
    expect(await problemOf(core.bridge.templates.get({ id: 'gone' }))).toMatchObject({
      code: 'not_found',
      title: 'This template is gone',
    })
  })
})

describe('writing templates', () => {
  it('makes one, which stands in the list and in the activity log', async () => {
    const made = await core.bridge.templates.create(fresh)
    expect(made).toMatchObject({ ...fresh, from: '', uses: 0, basis: expect.any(String) })
    expect((await page('Lamp lit')).rows).toHaveLength(1)
    const log = await core.bridge.activity.page({
      filter: { kind: 'write', outcome: null, search: '' },
      slice: { offset: 0, limit: 1 },
    })
    expect(log.entries[0]).toMatchObject({ title: 'Create the template “Lamp lit”', outcome: 'done' })
  })

  it('changes what is named and leaves the rest', async () => {
    const { id, basis } = await core.bridge.templates.create({ ...fresh, replyTo: 'keeper@lamp.example' })
    const changed = await core.bridge.templates.update({
      id,
      basis,
      changes: { subject: 'Dark', replyTo: null },
    })
    expect(changed).toMatchObject({ ...fresh, subject: 'Dark', replyTo: '' })
    expect(changed.basis).not.toBe(basis)
  })

  it('refuses to write over what somebody else changed, and then shows that', async () => {
    const { id, basis } = await core.bridge.templates.create(fresh)
    await send(`/templates/${id}`, 'PATCH', { subject: 'Theirs' })
    const refusal = await problemOf(core.bridge.templates.update({ id, basis, changes: { subject: 'Ours' } }))
    expect(refusal.code).toBe('conflict')
    const theirs = await core.bridge.templates.get({ id })
    expect(theirs.subject).toBe('Theirs')
    const mine = await core.bridge.templates.update({
      id,
      basis: theirs.basis,
      changes: { subject: 'Ours' },
    })
    expect(mine.subject).toBe('Ours')
  })

  it('forgets one that turns out to be gone at the service', async () => {
    const { id, basis } = await core.bridge.templates.create(fresh)
    await fetch(`${service.url}/templates/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.secretKey}` },
    })
    expect(
      (await problemOf(core.bridge.templates.update({ id, basis, changes: { subject: 'Ours' } }))).code,
    ).toBe('not_found')
    expect((await page('Lamp lit')).count).toBe(0)
  })

  it('deletes one whose name was typed, also where it is gone already', async () => {
    const { id } = await core.bridge.templates.create(fresh)
    expect((await problemOf(core.bridge.templates.remove({ id, name: 'Lamp' }))).code).toBe('input_invalid')
    await fetch(`${service.url}/templates/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.secretKey}` },
    })
    await core.bridge.templates.remove({ id, name: 'Lamp lit' })
    expect((await problemOf(core.bridge.templates.get({ id }))).code).toBe('not_found')
  })

  it('keeps one that the service does not let go', async () => {
    const { id } = await named('Welcome')
    const refusal = await problemOf(core.bridge.templates.remove({ id, name: 'Welcome' }))
    expect(refusal.code).toBe('conflict')
    expect((await core.bridge.templates.get({ id })).name).toBe('Welcome')
  })

  it('is refused in a read-only profile, and nothing leaves', async () => {
    const { currentId } = await core.bridge.profiles.list()
    await core.bridge.profiles.update({ id: currentId ?? '', changes: { readOnly: true } })
    expect((await problemOf(core.bridge.templates.create(fresh))).code).toBe('profile_read_only')
    expect((await page('Lamp lit')).count).toBe(0)
  })

  it('is refused without the service', async () => {
    const { id, basis, name } = await named('Receipt')
    await service.stop()
    await core.bridge.sync.reconnect()
    for (const call of [
      core.bridge.templates.create(fresh),
      core.bridge.templates.update({ id, basis, changes: { subject: 'Ours' } }),
      core.bridge.templates.remove({ id, name }),
    ]) {
      expect((await problemOf(call)).code).toMatch(/^(offline|connection_refused)$/)
    }
    expect((await core.bridge.templates.get({ id })).name).toBe(name)
  })
})

describe('a draft', () => {
  const key = { kind: 'template', of: 'new' } as const

  it('outlives a restart, with when it was kept', async () => {
    const content = { changes: { body: '<p>Half a</p>' } }
    await core.bridge.drafts.put({ ...key, content })
    await core.quit()
    core = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
    expect((await core.bridge.drafts.get(key)).draft).toEqual({ content, at: expect.any(Number) })
  })

  it('is replaced by the next one, and gone once it is removed', async () => {
    await core.bridge.drafts.put({ ...key, content: 'one' })
    await core.bridge.drafts.put({ ...key, content: 'two' })
    expect((await core.bridge.drafts.get(key)).draft?.content).toBe('two')
    await core.bridge.drafts.remove(key)
    expect((await core.bridge.drafts.get(key)).draft).toBeNull()
  })

  it('of another thing is another one', async () => {
    await core.bridge.drafts.put({ ...key, content: 'one' })
    expect((await core.bridge.drafts.get({ ...key, kind: 'campaign' })).draft).toBeNull()
    expect((await core.bridge.drafts.get({ ...key, of: 'other' })).draft).toBeNull()
  })

  it('beyond 12 MB is refused in words, and the one before stays', async () => {
    await core.bridge.drafts.put({ ...key, content: 'small' })
    const refusal = await problemOf(core.bridge.drafts.put({ ...key, content: 'x'.repeat(12 * 1024 * 1024) }))
    expect(refusal).toMatchObject({ code: 'input_invalid', title: 'The draft is too large to keep' })
    expect((await core.bridge.drafts.get(key)).draft?.content).toBe('small')
  })
})
