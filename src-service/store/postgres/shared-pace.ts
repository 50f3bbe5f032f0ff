import { beforeAny, type Pace, paceRules, type PaceState } from '../../mail/pace'
import { type ServiceDatabase, statements } from '../statements'

/** What is kept of a project's pace, in one row: see PaceState. */
export const paceColumns = [
  'planned double precision NOT NULL',
  'soonest double precision NOT NULL',
  'stamps double precision[] NOT NULL',
]

/**
 * The pace of a project that several processes send for, kept in the database and on its clock: no two machines agree on a time.
 * Whoever takes from it has the project to itself, as everybody has who writes.
 * @param perSecond Mails that any second may hold, 1 to 1000.
 */
export function sharedPace(db: ServiceDatabase, perSecond: number): Pace {
  const rules = paceRules(perSecond)
  const sql = statements(db)
  const clock = 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS double precision) AS at'
  const now = sql.made<[], { at: number }>(`SELECT ${clock}`)
  const kept = sql.row<[], PaceState & { at: number }>(
    `SELECT planned, soonest, stamps, ${clock} FROM mail_pace`,
  )
  const note = sql.run<[PaceState]>(
    'UPDATE mail_pace SET planned = @planned, soonest = @soonest, stamps = @stamps',
  )
  const begin = sql.run<[PaceState]>(
    'INSERT INTO mail_pace (planned, soonest, stamps) VALUES (@planned, @soonest, @stamps)',
  )

  async function look(): Promise<{ state: PaceState; at: number }> {
    const found = await kept()
    const { at, ...state } = found ?? { ...beforeAny, ...(await now()) }
    return { state: rules.at(state, at), at }
  }

  async function keep(state: PaceState): Promise<void> {
    if ((await note(state)) === 0) await begin(state)
  }

  return {
    together: rules.together,
    async wait() {
      const { state, at } = await look()
      return rules.wait(state, at)
    },
    take: sql.whole(async (_: number, most: number) => {
      const { state, at } = await look()
      const taken = rules.take(state, at, most)
      if (taken.leaving.count > 0) await keep(taken.state)
      return taken.leaving
    }),
    giveBack: sql.whole(async (count: number) => {
      await keep(rules.before((await look()).state, count))
    }),
  }
}
