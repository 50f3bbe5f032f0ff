import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = execFileSync('git', ['ls-files', 'src-*'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|vue)$/.test(file))

it('keeps the median module under 120 lines', () => {
  const lengths = sources.map((file) => readFileSync(file, 'utf8').split('\n').length).sort((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(120)
})

it('leaves no note to finish something later', () => {
  const unfinished = sources.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(file, 'utf8')))
  expect(unfinished).toEqual([])
})
