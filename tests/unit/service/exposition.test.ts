import { expect, it } from 'vitest'
import { counter, exposition, histogram, looked } from '../../../src-service/metrics/exposition'

it('a counter tells what it knows of before anything was counted', async () => {
  const mails = counter('mails_total', 'Mails.', [{ ending: 'sent' }, { ending: 'failed' }])
  mails.add({ ending: 'sent' })
  mails.add({ ending: 'odd' })
  expect(await exposition([mails.metric])).toBe(
    [
      '# HELP mails_total Mails.',
      '# TYPE mails_total counter',
      'mails_total{ending="sent"} 1',
      'mails_total{ending="failed"} 0',
      'mails_total{ending="odd"} 1',
      '',
    ].join('\n'),
  )
})

it('a histogram counts what is at most each bound, all of it, and its sum', async () => {
  const took = histogram('took_seconds', 'Time.', [0.1, 1])
  for (const value of [0.1, 0.5, 7]) took.observe({ route: '/a' }, value)
  expect((await exposition([took.metric])).split('\n').slice(2, -1)).toEqual([
    'took_seconds_bucket{route="/a",le="0.1"} 1',
    'took_seconds_bucket{route="/a",le="1"} 2',
    'took_seconds_bucket{route="/a",le="+Inf"} 3',
    'took_seconds_sum{route="/a"} 7.6',
    'took_seconds_count{route="/a"} 3',
  ])
})

it('a gauge is looked up when it is asked for, and needs no label', async () => {
  let value = 1
  const gauge = looked('gauge', 'depth', 'Depth.', () => [[{}, value]])
  value = 2
  expect(await exposition([gauge])).toContain('\ndepth 2\n')
})

it('what a label holds cannot end it', async () => {
  const gauge = looked('gauge', 'depth', 'Depth.', () => [[{ route: 'a"\\\n' }, 1]])
  expect(await exposition([gauge])).toContain(String.raw`depth{route="a\"\\\n"} 1`)
})
