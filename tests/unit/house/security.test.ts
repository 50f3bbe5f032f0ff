import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (C\d+) .*\| ([^|]+) \|$/gm)].map(
  ([, number = '', held = '']) => ({
    number,
    held,
    files: [...held.matchAll(/`([^`]+\.ts)`/g)].map(([, file = '']) => file),
  }),
)

it('every check stands in docs/security.md, once and in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => `C${at + 1}`))
})

it.each(rows)('$number is held by tests that carry it, or it is said why not', ({ number, held, files }) => {
  if (files.length === 0) expect(held).toMatch(/^Not /)
  const carries = new RegExp(String.raw`\((C\d+, )*${number}(, C\d+)*\)`)
  for (const file of files) expect(readFileSync(join('tests', file), 'utf8')).toMatch(carries)
})
