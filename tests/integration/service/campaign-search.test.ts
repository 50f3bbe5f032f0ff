import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignStore } from '../../../src-service/store/campaigns'
import { type EmptyDatabase, engines, type RunningEngine } from '../../fixtures/engines'

describe.each(engines)('the search in the list of campaigns, in $engine', ({ start }) => {
  let running: RunningEngine
  let database: EmptyDatabase
  beforeAll(async () => {
    running = await start()
    database = await running.open()
    const campaigns = campaignStore(database.db)
    const fields = { description: null, body: '', fromName: null, replyTo: null, segment: null }
    for (const [name, subject, from] of [
      ['ΝΕΑ ΤΟΥ ΜΗΝΟΣ', 'Hello', 'news@example.com'],
      ['Élan', '100% off_', 'Elan@Example.com'],
      ['Kelvin', 'Second', 'elan@example.org'],
    ] as const) {
      const of = {
        ...fields,
        name,
        subject,
        from,
        type: 'MARKETING',
        audienceType: 'ALL',
        audienceCondition: null,
      } as const
      await campaigns.create(of, 1)
    }
  })
  afterAll(async () => {
    await database.close()
    await running.stop()
  })

  it.each([
    ['μηνος', false, 'ΝΕΑ ΤΟΥ ΜΗΝΟΣ'],
    ['éLAN', false, 'Élan'],
    ['elan', false, ''],
    ['ELAN@example', true, 'Kelvin Élan'],
    ['0% OFF_', false, 'Élan'],
    ['%', false, 'Élan'],
    ['kelvin', false, 'Kelvin'],
    ['\u212aelvin', false, ''],
  ])('finds %j, of senders too: %s', async (search, searchesSenders, expected) => {
    const page = await campaignStore(database.db).list({ limit: 10 }, { search, searchesSenders })
    expect(page.rows.map(({ name }) => name).join(' ')).toBe(expected)
  })
})
