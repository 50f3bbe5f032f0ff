import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  lockWork,
  processesAtWork,
  setWanted,
  shareWork,
  unlockWork,
} from '../../../src-service/store/postgres/working-locks'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { until } from '../../fixtures/until'

describe('the locks of work', () => {
  let server: PostgresServer
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    url = await server.database()
  })

  async function connect(to = url): Promise<Client> {
    const client = new Client({ connectionString: to })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  it('are given to whoever waits for them, and to nobody else', async () => {
    const [one, two, three] = [await connect(), await connect(), await connect()]
    expect(await lockWork(one, [7, 8])).toEqual([7, 8])
    expect(await setWanted(two, 7, true)).toBe(true)
    expect(await setWanted(three, 7, true)).toBe(false)
    await unlockWork(one, 7)
    expect(await lockWork(one, [7])).toEqual([])
    expect(await lockWork(three, [7, 8, 9])).toEqual([9])
    expect(await lockWork(two, [7])).toEqual([7])
  })

  it('are anybody’s again when whoever waited for them waits no more, or is gone', async () => {
    const [one, two, gone] = [await connect(), await connect(), await connect()]
    await setWanted(one, 7, true)
    await setWanted(gone, 8, true)
    expect(await lockWork(two, [7, 8])).toEqual([])
    await setWanted(one, 7, false)
    expect(await lockWork(two, [7, 8])).toEqual([7])
    await gone.end()
    await until(
      () => lockWork(two, [8]),
      ({ length }) => length === 1,
    )
  })

  it('tell who works for what and waits for what, in this database, and who shares it', async () => {
    const [one, two] = [await connect(), await connect(server.asClerk(url))]
    const elsewhere = await connect(await server.database())
    await shareWork(two)
    await shareWork(elsewhere)
    await lockWork(one, [7])
    await lockWork(two, [8])
    await setWanted(two, 7, true)
    expect(await lockWork(elsewhere, [7, 8])).toEqual([7, 8])
    const byThis = (seen: Awaited<ReturnType<typeof processesAtWork>>) =>
      seen.sort((first, second) => Number(second.isThis) - Number(first.isThis))
    expect(byThis(await processesAtWork(two))).toEqual([
      { isThis: true, isSharing: true, working: [8], wanting: [7] },
      { isThis: false, isSharing: false, working: [7], wanting: [] },
    ])
    expect(await processesAtWork(elsewhere)).toHaveLength(1)
  })
})
