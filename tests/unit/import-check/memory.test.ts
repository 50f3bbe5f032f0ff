import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Lanes } from '../../../src-main/features/imports/check/lanes'
import { Memo } from '../../../src-main/features/imports/check/memo'
import { TypoList } from '../../../src-main/features/imports/check/tools'
import { meantDomain } from '../../../src-main/features/imports/map/suggest-address'

let collect: () => void

beforeAll(() => {
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('gc') as () => void
})

afterAll(() => {
  setFlagsFromString('--no-expose-gc')
})

/** Long texts, as chunks of a file are, each with a domain of its own in it. */
const count = 500
const length = 100_000

function chunk(place: number): { text: string; domain: string } {
  const name = `a-firm-of-its-own-${place}.example`
  const text = `${'x'.repeat(length)}@${name}`
  // Through bytes, so that it is one text and not one put together.
  const whole = Buffer.from(text).toString('latin1')
  return { text: whole, domain: whole.slice(length + 1) }
}

/** Megabytes that stay after something was made of each text. */
function kept(make: (text: string, domain: string) => unknown): number {
  collect()
  const before = process.memoryUsage().heapUsed
  for (let place = 0; place < count; place += 1) {
    const { text, domain } = chunk(place)
    make(text, domain)
  }
  collect()
  return (process.memoryUsage().heapUsed - before) / 1e6
}

// All the texts have 50 MB.
it('remembers what it made of a cell without the chunk that the cell stood in', () => {
  const memo = new Memo(new Lanes(1), (text) => ({ text }))
  expect(kept((text) => memo.get(text, length + 1, text.length))).toBeLessThan(10)
  expect(memo.get('it is still used', 0, 2).text).toBe('it')
})

it('remembers domains without the chunks that they stood in', () => {
  expect(kept((_, domain) => meantDomain(domain))).toBeLessThan(10)
})

it('lists misspelt domains without the chunks that they stood in', () => {
  const typos = new TypoList([])
  expect(kept((_, domain) => typos.idOf({ from: domain, to: 'gmail.com' }))).toBeLessThan(10)
  expect(typos.typos).toHaveLength(count)
})
