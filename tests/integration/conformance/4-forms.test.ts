import type { SpecifiedName } from '../../../src-service/dialect/dialects'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordOf } from './answers'
import { fitting, make } from './made'
import { pagedLists } from './paged-lists'
import { conformance } from './suite'

const object = z.record(z.string(), z.unknown())
const keysOf = (answer: unknown) => Object.keys(object.parse(answer)).sort()
const cursor = expect.stringMatching(/^[\w-]+$/)
const two = [expect.anything(), expect.anything()]
const one = [expect.anything()]

/** The forms of wire.md, "List shapes that occur": the first page of two out of three, and the second. */
const forms = {
  A: (key: string) => [
    { [key]: two, cursor, hasMore: true, total: 3 },
    { [key]: one, cursor: null, hasMore: false, total: 3 },
  ],
  B: () => [
    { success: true, data: { items: two, nextCursor: cursor, hasMore: true, total: 3 } },
    { success: true, data: { items: one, nextCursor: null, hasMore: false, total: 3 } },
  ],
  D: (key: string) => [
    { [key]: two, total: 3, page: 1, pageSize: 2, totalPages: 2 },
    { [key]: one, total: 3, page: 2, pageSize: 2, totalPages: 2 },
  ],
}

const formOf: Record<SpecifiedName, (name: string) => keyof typeof forms> = {
  reference: (name) => (name === 'templates' ? 'D' : 'A'),
  envelope: () => 'B',
}

/** Of lists that cannot be narrowed to what was made here: how many are in it. */
const totals = z.union([
  z.array(z.unknown()).transform(({ length }) => length),
  z.looseObject({ total: z.number() }).transform(({ total }) => total),
  z.object({ data: z.looseObject({ total: z.number() }) }).transform(({ data }) => data.total),
])

conformance('4 Forms', (the) => {
  the.onlyEmbedded('the exact form of each answer', 'a deployed service has any of them', () => {
    const dialect = the.dialect ?? 'reference'

    describe.each(pagedLists)('the list of $name', ({ name, shared, open }) => {
      const form = formOf[dialect](name)

      it(`is of form ${form}, page after page`, async () => {
        const service = shared ? await the.openAnother({}) : the.service
        try {
          const { list, query, add } = await open(service)
          const ask = async (more: Record<string, string>) => {
            const answer = await service.ask(
              'GET',
              `${list.path}?${new URLSearchParams({ ...query, ...more })}`,
            )
            return answer.body
          }
          // The domain that messages are sent from is there already.
          const there = shared ? totals.parse(await ask({})) : 0
          for (let count = there; count < 3; count++) await add()
          const [first, second] = forms[form](list.key)
          const page = await ask({ limit: '2', pageSize: '2' })
          expect(page).toEqual(first)
          const next = /"(?:nextCursor|cursor)":"([^"]+)"/.exec(JSON.stringify(page))?.[1]
          const onward: Record<string, string> = next === undefined ? { page: '2' } : { cursor: next }
          expect(await ask({ limit: '2', pageSize: '2', ...onward })).toEqual(second)
        } finally {
          if (shared) await service.end()
        }
      })

      if (shared) return

      it(`is of form ${form} when there is nothing in it`, async () => {
        const { list, query } = await open(the.service)
        const { body } = await the.service.ask('GET', `${list.path}?${new URLSearchParams(query)}`)
        const empty = {
          A: { [list.key]: [], cursor: null, hasMore: false, total: 0 },
          B: { success: true, data: { items: [], nextCursor: null, hasMore: false, total: 0 } },
          C: { data: [], cursor: null, hasMore: false, total: 0 },
          D: { [list.key]: [], page: 1, pageSize: 20, totalPages: 0, total: 0 },
          E: { data: [], page: 1, pageSize: 20, totalPages: 0, total: 0 },
          F: [],
          G: { [list.key]: [] },
        }[form]
        expect(body).toEqual(empty)
      })
    })

    it('GET /events/names is of form H, or B', async () => {
      const { body } = await the.service.ask('GET', '/events/names')
      const names = expect.arrayContaining([])
      const list = { items: names, nextCursor: null, hasMore: false, total: expect.any(Number) }
      expect(body).toEqual(dialect === 'envelope' ? { success: true, data: list } : { eventNames: names })
    })

    const kinds = [
      ['contact', '/contacts', fitting.contact],
      ['template', '/templates', fitting.template],
      ['segment', '/segments', fitting.segment],
      ['workflow', '/workflows', fitting.workflow],
      ['domain', '/domains', fitting.domain],
    ] as const

    describe.each(kinds)('a %s', (kind, path, body) => {
      const wrapped = dialect === 'envelope'

      it(`is created with 201, ${wrapped ? 'in {success, data}' : 'bare'}`, async () => {
        const answer = await the.service.ask('POST', path, { body: body() })
        expect(answer.status).toBe(201)
        if (wrapped) expect(keysOf(answer.body)).toEqual(['data', 'success'])
        else expect(object.parse(answer.body)['id']).toEqual(expect.any(String))
      })

      it(`is deleted with ${wrapped ? '200 {success: true}' : '204 and no body'}`, async () => {
        const { id } = recordOf(
          await the.service.ask('POST', path, { body: body() }),
          z.looseObject({ id: z.string() }),
        )
        const { status, body: said } = await the.service.ask('DELETE', `${path}/${id}`)
        expect([status, said]).toEqual(wrapped ? [200, { success: true }] : [204, undefined])
      })

      if (kind !== 'domain') {
        it(`is read ${wrapped ? 'in {success, data}' : 'bare'}`, async () => {
          const made = await make[kind](the.service)
          const { body: read } = await the.service.ask('GET', `${path}/${made.id}`)
          if (wrapped) expect(read).toEqual({ success: true, data: expect.objectContaining({ id: made.id }) })
          else expect(read).toMatchObject({ id: made.id })
        })
      }
    })

    it('a required field that is missing is 422, and named', async () => {
      for (const [path, field] of [
        ['/contacts', 'email'],
        ['/templates', 'name'],
        ['/segments', 'name'],
      ]) {
        const { status, body } = await the.service.ask('POST', path!, { body: {} })
        expect(status).toBe(422)
        expect(JSON.stringify(body)).toContain(field)
      }
    })
  })
})
