import type { Component } from 'vue'
import type { Problem } from '../../../../src-shared/problem'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'
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

/** Searches come to their end once this is said. */
export interface SearchEnd {
  isThere: boolean
  gate: Promise<void>
}

function answersOf(searches: SearchEnd): Answers {
  const repaired = { changed: 1, counts: { ...counts, toWrite: 5415 } }
  return {
    imports: {
      get: ({ id }) => detail({ id }),
      map: ({ id }) => detail({ id, counts: null }),
      propose: ({ id }) => detail({ id }),
      check: ({ id }) => detail({ id }),
      rows: async ({ filter, search, soon, slice: { offset, limit } }) => {
        const found = rows.filter(
          (row) =>
            (filter === 'allButUnchanged' || row.class === filter) &&
            row.cells.some(({ text }) => text.includes(search)),
        )
        // The first of a search are answered at once, the others when a test says so.
        if (soon && search !== '' && !searches.isThere) {
          const some = found.slice(0, 100)
          return { rows: some.slice(offset, offset + limit), count: 100, counted: false, revision: 1 }
        }
        if (search !== '') await searches.gate
        return { rows: found.slice(offset, offset + limit), count: found.length, counted: true, revision: 1 }
      },
      repair: () => repaired,
      correctTypos: () => repaired,
      leaveOut: () => repaired,
    },
  }
}

/** Opens a part of an import's screen. */
export function openImports(
  root: Component,
  refused: Refusals = {},
  searches: SearchEnd = { isThere: false, gate: Promise.resolve() },
): Promise<Page> {
  return Page.open({ core: answersOf(searches), refused, root })
}
