import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countSample, figuresFile } from '../../../scripts/sample-figures'

it('Welcome says what is really in the sample', async () => {
  // When this fails the sample changed: run `npx tsx scripts/sample-figures.ts`.
  const { bytes, ...counts } = JSON.parse(readFileSync(figuresFile, 'utf8'))
  const { bytes: counted, ...others } = await countSample()
  expect(counts).toEqual(others)
  expect(Math.abs(bytes - counted)).toBeLessThanOrEqual(1_000_000)
})
