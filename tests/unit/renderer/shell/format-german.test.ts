import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  formatBytes,
  formatDay,
  formatDuration,
  formatLeft,
  formatMonth,
  formatNumber,
  formatShare,
} from '../../../../src-renderer/format'
import { spokenIn } from '../../../../src-shared/messages/languages'
import { speak } from '../../../../src-shared/messages/message'

beforeAll(async () => speak(await spokenIn('de')))
afterAll(async () => speak(await spokenIn('en')))

const march = new Date(2025, 2, 14, 14, 2, 7).getTime()

it.each([
  [() => formatNumber(1904337), '1.904.337'],
  [() => formatShare(893, 1000), '89,3 %'],
  [() => formatBytes(1_240_000_000), '1,2 GB'],
  [() => formatDuration(3200), '3,2 s'],
  [() => formatDuration(125 * 60_000), '2 Std. 5 Min.'],
  [() => formatLeft(240), 'Etwa 4 Min.'],
  [() => formatDay(march), '14. März 2025'],
  [() => formatMonth(march), 'März 25'],
])('figures and days are written as German writes them: %#', (write, text) => {
  expect(write()).toBe(text)
})
