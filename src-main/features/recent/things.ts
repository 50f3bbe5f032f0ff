import { said } from '../../../src-shared/messages/told'
import type { RecentThing } from '../../../src-shared/bridge/recent'
import type { Cache } from '../../cache/store'
import { isProblem } from '../../core/problems'
import type { RecentRecord } from './store'

type Found = Omit<RecentThing, 'openedAt' | 'kind' | 'id'>

const nothing = { data: {}, people: null, query: null, waiting: null }

async function batchOf(id: string, { batches }: Pick<Cache, 'batches'>): Promise<Found | null> {
  try {
    const { name, waiting } = await batches.get(Number(id))
    return { ...nothing, name: said(name), waiting }
  } catch (error) {
    if (isProblem(error, 'not_found')) return null
    throw error
  }
}

/** What was opened last, with what the copy has of each now: the newest first. */
export async function recentThings(
  cache: Pick<Cache, 'batches' | 'recent' | 'views'>,
): Promise<RecentThing[]> {
  const [opened, views] = await Promise.all([cache.recent.list(), cache.views.list()])

  async function found({ kind, id, name, data, people }: RecentRecord): Promise<Found | null> {
    if (kind === 'batch') return batchOf(id, cache)
    if (kind !== 'view') return { ...nothing, name, data, people }
    const view = views.find((one) => one.id === id)
    return view === undefined ? null : { ...nothing, name: view.name, query: view.query }
  }

  const things = await Promise.all(
    opened.map(async (record) => {
      const thing = await found(record)
      const { kind, id, openedAt } = record
      return thing === null ? [] : [{ ...thing, kind, id, openedAt }]
    }),
  )
  return things.flat()
}
