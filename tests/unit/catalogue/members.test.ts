import { expect, it } from 'vitest'
import { addPasted, takePasted, type MemberTools } from '../../../src-main/features/segments/segment-members'
import { problem } from '../../../src-main/core/problems'
import { segmentSchema } from '../../../src-shared/interface/segment'
import type { ProblemCode } from '../../../src-shared/problem'

const segment = segmentSchema.parse({ id: 'seg_1', name: 'Lamp room', type: 'STATIC' })
const list = (count: number) =>
  Array.from({ length: count }, (_, at) => `person${at}@room.example`).join('\n')

/** Tools whose service takes everything, until the request that `fails`, counted from 1. */
function tools(fails: { request: number; code: ProblemCode } | null, members: string[] = []) {
  const sent: number[] = []
  let reads = 0
  const made: MemberTools = {
    cache: { catalogueParts: { addresses: () => Promise.resolve(members) } },
    writing: {
      refuse: () => undefined,
      make: async (write) => {
        const { emails } = write.body as { emails: string[] }
        sent.push(emails.length)
        if (fails?.request === sent.length) throw problem(fails.code)
        return { added: emails.length, removed: emails.length, notFound: [] } as never
      },
      read: () => {
        reads += 1
        return Promise.resolve(segment as never)
      },
    },
    tidy: (word) => (word.includes('@') ? word : null),
    readMembers: () => Promise.resolve(),
  }
  return { made, sent, reads: () => reads }
}

it('sends no more than 10,000 addresses a request', async () => {
  const { made, sent } = tools(null)
  const result = await addPasted(segment, { text: list(25_000), createMissing: false }, made)
  expect(sent).toEqual([10_000, 10_000, 5000])
  expect(result).toMatchObject({
    addresses: 25_000,
    sent: 25_000,
    changed: 25_000,
    stopped: null,
    unanswered: 0,
  })
})

it('tells what was done where it is refused on the way, and sends no more', async () => {
  const { made, sent } = tools({ request: 2, code: 'offline' })
  const result = await addPasted(segment, { text: list(25_000), createMissing: false }, made)
  expect(sent).toEqual([10_000, 10_000])
  expect(result).toMatchObject({ sent: 10_000, changed: 10_000, unanswered: 0, stopped: { code: 'offline' } })
})

it('says that nobody knows what became of addresses that left without an answer', async () => {
  const { made } = tools({ request: 2, code: 'timed_out' })
  const result = await takePasted(segment, list(20_000), made)
  expect(result).toMatchObject({ sent: 10_000, unanswered: 10_000, stopped: { code: 'timed_out' } })
})

it('is refused as a whole where the first request is', async () => {
  const { made, reads } = tools({ request: 1, code: 'key_refused' })
  const call = addPasted(segment, { text: list(3), createMissing: false }, made)
  await expect(call).rejects.toMatchObject({ problem: { code: 'key_refused' } })
  expect(reads()).toBe(0)
})

it('tells who was no member, whatever the case', async () => {
  const { made } = tools(null, ['Person0@room.example'])
  expect((await takePasted(segment, list(2), made)).notFound).toEqual(['person1@room.example'])
})

it('sends nothing where the text holds no address', async () => {
  const { made, sent } = tools(null)
  expect(await addPasted(segment, { text: 'none', createMissing: true }, made)).toMatchObject({
    addresses: 0,
    invalidCount: 1,
  })
  expect(sent).toEqual([])
})
