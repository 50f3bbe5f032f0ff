import { expect, it } from 'vitest'
import { createFlow } from '../../../src-main/copying/offset/flow'

const quick = (flow: ReturnType<typeof createFlow>, pages = 20) => {
  for (let page = 0; page < pages; page++) flow.came(50)
}

it('begins with one page at once and takes up to four', () => {
  const flow = createFlow(4)
  expect(flow.width).toBe(1)
  quick(flow)
  expect(flow.width).toBe(4)
})

it('asks for fewer where pages wait behind others', () => {
  const flow = createFlow(4)
  quick(flow)
  for (let page = 0; page < 4; page++) flow.came(400)
  expect(flow.width).toBeLessThan(3)
})

it('asks for half at a 429, and never for none', () => {
  const flow = createFlow(4)
  quick(flow)
  flow.refused()
  expect(flow.width).toBe(2)
  for (let time = 0; time < 5; time++) flow.refused()
  expect(flow.width).toBe(1)
})

it('does not take the noise of a quick machine for waiting', () => {
  const flow = createFlow(4)
  for (let page = 0; page < 40; page++) flow.came(page % 2 === 0 ? 1 : 20)
  expect(flow.width).toBe(4)
})
