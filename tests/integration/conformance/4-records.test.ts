import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pageInfoSchema, recordSchema } from '../../../src-shared/interface/record'
import type { RecordQuestion } from '../service/open'
import { expectOneOf, refusalOf } from './refusals'
import { conformance } from './suite'

const infoListSchema = z.object({ items: z.array(recordSchema), pageInfo: pageInfoSchema })
const forms = ['POST', 'GET'] as const
type Form = (typeof forms)[number]

conformance(
  '4 Record management',
  (the) => {
    the.whereRecords('the record-management interface', () => {
      const workspaceId = () => the.service.records!.workspaceId
      /** Asks for an operation by either form: POST with a body, or GET with a query. */
      const ask = (form: Form, parameters: Record<string, unknown>, question: RecordQuestion = {}) => {
        const { ask: send } = the.service.records!
        if (form === 'POST') return send('POST', '/v1/list-records', { body: parameters, ...question })
        const query = new URLSearchParams(
          Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
        )
        return send('GET', `/v1/records?${query}`, question)
      }
      const list = async (form: Form, parameters: Record<string, unknown> = {}) => {
        const answer = await ask(form, { workspaceId: workspaceId(), ...parameters })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return infoListSchema.parse(answer.body)
      }
      const ids = (page: z.infer<typeof infoListSchema>) => page.items.map(({ id }) => id)
      /** Everything, by `skip` and `limit`, until a page says that there is no next one. */
      async function readAll(form: Form, limit: number): Promise<string[]> {
        const all: string[] = []
        for (let skip = 0; skip < 100_000; skip += limit) {
          const page = await list(form, { skip, limit })
          all.push(...ids(page))
          if (!page.pageInfo.hasNextPage) return all
          expect(page.items).toHaveLength(limit)
        }
        throw new Error('The list does not end.')
      }

      describe.each(forms)('%s', (form) => {
        it('answers raw: items and pageInfo, and echoes neither skip nor limit', async () => {
          const { body } = await ask(form, { workspaceId: workspaceId(), limit: 2 })
          expect(Object.keys(z.looseObject({}).parse(body)).sort()).toEqual(['items', 'pageInfo'])
          expect(infoListSchema.parse(body).pageInfo).toEqual({
            hasNextPage: expect.any(Boolean),
            hasPreviousPage: false,
            startCursor: expect.any(String),
            endCursor: expect.any(String),
          })
        })

        it('begins at the start, with 50 unless told', async () => {
          const page = await list(form)
          expect(page.items.length).toBeLessThanOrEqual(50)
          if (page.pageInfo.hasNextPage) expect(page.items).toHaveLength(50)
          expect(ids(page)).toEqual(ids(await list(form, { skip: 0, limit: 50 })))
        })

        it('skips', async () => {
          const all = ids(await list(form, { limit: 10 }))
          expect(ids(await list(form, { skip: 3, limit: 4 }))).toEqual(all.slice(3, 7))
          expect((await list(form, { skip: 3, limit: 4 })).pageInfo.hasPreviousPage).toBe(true)
        })

        it('past the end is empty', async () => {
          const page = await list(form, { skip: 50_000_000 })
          expect([page.items, page.pageInfo.hasNextPage]).toEqual([[], false])
        })

        it.each([101, 500, 1_000_000])('lowers a limit of %i to 100, without an error', async (limit) => {
          expect(ids(await list(form, { limit }))).toEqual(ids(await list(form, { limit: 100 })))
        })

        it('takes a limit of 1 and of 100', async () => {
          expect((await list(form, { limit: 1 })).items).toHaveLength(1)
          expect((await list(form, { limit: 100 })).items.length).toBeLessThanOrEqual(100)
        })

        it.each([
          ['limit=0', { limit: 0 }],
          ['limit=-1', { limit: -1 }],
          ['limit=abc', { limit: 'abc' }],
          ['limit=1.5', { limit: 1.5 }],
          ['skip=-1', { skip: -1 }],
          ['skip=abc', { skip: 'abc' }],
          ['skip=0.5', { skip: 0.5 }],
        ])('refuses %s', async (_what, parameters) => {
          expectOneOf(await ask(form, { workspaceId: workspaceId(), ...parameters }), 400, 422)
        })

        it.each([
          ['no workspace', {}],
          ['an empty workspace', { workspaceId: '' }],
        ])('refuses %s', async (_what, parameters) => {
          expectOneOf(await ask(form, parameters), 400, 422)
        })

        it('refuses a workspace that there is not', async () => {
          expectOneOf(await ask(form, { workspaceId: 'conformance-no-workspace' }), 400, 403, 404)
        })

        it('without a token is 401', async () => {
          expectOneOf(await ask(form, { workspaceId: workspaceId() }, { key: null }), 401)
        })

        it('with a token that is not known is 401', async () => {
          expectOneOf(await ask(form, { workspaceId: workspaceId() }, { key: 'conformance-unknown' }), 401)
        })

        it('with a key of the email service is 401: they are other keys', async () => {
          const answer = await ask(form, { workspaceId: workspaceId() }, { key: the.service.secretKey })
          expectOneOf(answer, 401)
        })

        it('without a company is refused', async () => {
          expectOneOf(await ask(form, { workspaceId: workspaceId() }, { company: null }), 400, 401, 403)
        })

        it('with a company that the token does not belong to is 403', async () => {
          expectOneOf(await ask(form, { workspaceId: workspaceId() }, { company: 'conformance-other' }), 403)
        })

        the.onlyEmbedded('reading every record', 'a deployed workspace may hold millions', () => {
          it.each([7, 50, 100])('gives every record once in parts of %i', async (limit) => {
            const all = await readAll(form, limit)
            expect(all.length).toBeGreaterThan(100)
            expect(new Set(all).size).toBe(all.length)
            expect(all).toEqual(await readAll(form, 100))
          })
        })
      })

      it('answers both forms alike', async () => {
        for (const parameters of [{}, { skip: 2 }, { skip: 1, limit: 3 }, { limit: 1000 }]) {
          expect(await list('POST', parameters)).toEqual(await list('GET', parameters))
        }
      })

      it.each([
        ['malformed', '{"workspaceId":'],
        ['empty', ''],
        ['no object', '[]'],
      ])('refuses a body that is %s', async (_what, text) => {
        expectOneOf(await the.service.records!.ask('POST', '/v1/list-records', { text }), 400, 422)
      })

      it.each([
        ['GET', '/v1/list-records'],
        ['POST', '/v1/records'],
        ['POST', '/v1/no-such-operation'],
        ['GET', '/records'],
      ])('%s %s is 404', async (method, path) => {
        const body = method === 'POST' ? { workspaceId: workspaceId() } : undefined
        expectOneOf(await the.service.records!.ask(method, path, { body }), 404, 405)
      })

      it('says what is wrong in a documented error body', async () => {
        const refusal = refusalOf(await ask('POST', { workspaceId: workspaceId(), limit: 'abc' }))
        expect(refusal.message).not.toBe('')
      })

      the.onlyEmbedded('the other list shapes', 'their operations have other names everywhere', () => {
        it.each(forms)('by %s, a list with items and totalCount', async (form) => {
          const { ask: send } = the.service.records!
          const parameters = { workspaceId: workspaceId(), limit: 3 }
          const { body } = await (form === 'POST'
            ? send('POST', '/v1/list-companies', { body: parameters })
            : send('GET', `/v1/companies?workspaceId=${workspaceId()}&limit=3`))
          const read = z.strictObject({ items: z.array(recordSchema), totalCount: z.number() }).parse(body)
          expect(read.items).toHaveLength(Math.min(3, read.totalCount))
        })

        it.each(forms)('by %s, a list with users and totalCount', async (form) => {
          const { ask: send } = the.service.records!
          const parameters = { workspaceId: workspaceId(), limit: 1 }
          const { body } = await (form === 'POST'
            ? send('POST', '/v1/list-users', { body: parameters })
            : send('GET', `/v1/users?workspaceId=${workspaceId()}&limit=1`))
          const read = z.strictObject({ users: z.array(recordSchema), totalCount: z.number() }).parse(body)
          expect(read.users).toHaveLength(Math.min(1, read.totalCount))
        })
      })
    })
  },
  { contacts: 300 },
)
