import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { imports } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { exposeBridge } from '../expose-bridge'
import { cell, counts, detail, importRow } from './import-samples'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'file_unreadable',
  title: 'The file changed',
  why: 'It was written to while it was read.',
  action: 'Choose it again.',
  retryable: true,
}

/** Rows of the file: two of them at fault, far apart. */
export const rows = [
  importRow(118, 'hana.sato@docomo.ne.jp', { class: 'changed' }),
  importRow(231, cell('liam.okafor@gmial.com', { fault: 'no such domain' }), {
    class: 'invalid',
    suggestion: { email: 'liam.okafor@gmail.com', alike: 17 },
  }),
  importRow(566, 'amara@okonkwostudio.ng', { class: 'duplicate', reason: 'as row 88' }),
  ...Array.from({ length: 300 }, (_, at) => importRow(600 + at, `person${at}@libero.it`)),
  importRow(902, cell('björn åkesson', { fault: 'not an address' }), { class: 'invalid' }),
]

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

/** Searches come to their end when `gate` opens. */
export const searches = { done: false, gate: Promise.resolve() }

const os = implement({ imports })

/**
 * The bridge's real client and server over a real port; behind it, what an import's screen asks for. Answers what was asked.
 * What is called like one of `refused` is refused.
 */
export function exposeImports(refused: readonly string[] = []): Heard {
  const heard: Heard = []
  const hear = (name: string, input: unknown, refuse: () => Error): void => {
    heard.push({ name, input })
    if (refused.includes(name)) throw refuse()
  }
  const repaired = { changed: 1, counts: { ...counts, toWrite: 5415 } }
  const router = {
    imports: {
      get: os.imports.get.handler(({ input, errors }) => {
        hear('get', input, () => errors.PROBLEM({ data: refusal }))
        return detail({ id: input.id })
      }),
      map: os.imports.map.handler(({ input, errors }) => {
        hear('map', input, () => errors.PROBLEM({ data: refusal }))
        return detail({ id: input.id, counts: null })
      }),
      propose: os.imports.propose.handler(({ input }) => {
        heard.push({ name: 'propose', input })
        return detail({ id: input.id })
      }),
      check: os.imports.check.handler(({ input }) => {
        heard.push({ name: 'check', input })
        return detail({ id: input.id })
      }),
      rows: os.imports.rows.handler(async ({ input }) => {
        heard.push({ name: 'rows', input })
        const { filter, search, slice } = input
        const found = rows.filter(
          (row) =>
            (filter === 'allButUnchanged' || row.class === filter) &&
            row.cells.some(({ text }) => text.includes(search)),
        )
        const { offset, limit } = slice
        // The first of a search are answered at once, the others when a test says so.
        if (input.soon && search !== '' && !searches.done) {
          const some = found.slice(0, 100)
          return { rows: some.slice(offset, offset + limit), count: 100, counted: false, revision: 1 }
        }
        if (search !== '') await searches.gate
        return { rows: found.slice(offset, offset + limit), count: found.length, counted: true, revision: 1 }
      }),
      repair: os.imports.repair.handler(({ input, errors }) => {
        hear('repair', input, () => errors.PROBLEM({ data: refusal }))
        return repaired
      }),
      correctTypos: os.imports.correctTypos.handler(({ input }) => {
        heard.push({ name: 'correctTypos', input })
        return repaired
      }),
      leaveOut: os.imports.leaveOut.handler(({ input }) => {
        heard.push({ name: 'leaveOut', input })
        return repaired
      }),
    },
  }
  exposeBridge(new RPCHandler(router))
  return heard
}
