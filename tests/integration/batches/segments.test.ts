import { expect, it } from 'vitest'
import { z } from 'zod'
import { settled } from '../../fixtures/core'
import { until } from '../../fixtures/until'
import { openFixture } from '../bulk/fixture'

const membersPerPage = 100

/** A service with a static segment of so many people, and a batch that is being made of it. */
async function openSegment(members: number) {
  const fixture = await openFixture({ contacts: members + 20 })
  // A copy that is still under way would read this segment's members too, and take pages that are counted.
  await settled(fixture.bridge)
  const { id } = z
    .object({ id: z.string() })
    .parse(await fixture.ask('/segments', 'POST', { name: 'Fair', type: 'STATIC' }))
  const emails = [...(await fixture.held()).values()].slice(0, members).map(({ email }) => email)
  await fixture.ask(`/segments/${id}/members`, 'POST', { emails })
  const { verification } = fixture.bridge
  const at = `/segments/${id}/`
  return {
    fixture,
    id,
    emails,
    isPage: ({ method, path }: { method: string; path: string }) => method === 'GET' && path.includes(at),
    create: () => verification.create({ source: { kind: 'segment', id, name: 'Fair' } }),
    quiet: (batch: number) =>
      until(
        () => verification.get({ id: batch }),
        ({ work }) => work === null,
      ),
    async addresses(batch: number) {
      const sort = { by: 'given', direction: 'asc' } as const
      const slice = { offset: 0, limit: 500 }
      const { rows } = await verification.rows({ id: batch, filter: { search: '' }, sort, slice })
      return rows.map(({ email }) => email).sort()
    },
  }
}

it('takes every member of a segment, over all pages that the service gives', async () => {
  const { fixture, id, emails, create, quiet, addresses, isPage } = await openSegment(2 * membersPerPage + 30)
  const { segments } = await fixture.bridge.verification.segments()
  expect(segments).toContainEqual({ id, name: 'Fair', kind: 'static', members: emails.length })
  const batch = await quiet((await create()).id)
  expect(batch).toMatchObject({ name: 'Fair', addresses: emails.length, problem: null })
  expect(await addresses(batch.id)).toEqual([...emails].sort())
  expect(fixture.proxy.passed.filter(isPage).length).toBeGreaterThan(1)
})

it('says why a segment could not be read, and reads it from the beginning when it is started again', async () => {
  const { fixture, emails, create, quiet, addresses, isPage } = await openSegment(2 * membersPerPage + 30)
  let pages = 0
  fixture.proxy.instead = (request) => {
    if (!isPage(request)) return null
    pages += 1
    // The first page is as it is; what comes after it is refused, as where the segment was deleted meanwhile.
    if (pages === 1) return null
    return { status: 404, body: { success: false, error: { code: 'NOT_FOUND', message: 'No such segment' } } }
  }
  const failed = await quiet((await create()).id)
  expect(failed.problem).toMatchObject({ code: 'not_found' })
  expect(pages).toBe(2)
  await expect(fixture.bridge.verification.retryUnknown({ id: failed.id })).rejects.toMatchObject({
    data: { code: 'input_invalid' },
  })

  fixture.proxy.instead = () => null
  await fixture.bridge.verification.start({ id: failed.id })
  const batch = await quiet(failed.id)
  expect(batch).toMatchObject({
    addresses: emails.length,
    given: emails.length,
    duplicates: 0,
    problem: null,
  })
  expect(await addresses(batch.id)).toEqual([...emails].sort())
})

it('reads a segment again from the beginning after the program ended in the middle of it', async () => {
  const { fixture, emails, create, isPage } = await openSegment(2 * membersPerPage + 30)
  const restarted = fixture.restartAt(
    (moment, request) =>
      moment === 'arrived' && isPage(request) && fixture.proxy.passed.filter(isPage).length === 2,
  )
  const { id } = await create()
  await restarted
  const batch = await until(
    () => fixture.bridge.verification.get({ id }),
    ({ work, problem }) => work === null && problem === null,
  )
  expect(batch).toMatchObject({ addresses: emails.length, given: emails.length, duplicates: 0 })
})
