import type { CallOptions } from './call-options'
import { projectActivitySchema } from '../../../src-shared/interface/project-activity'
import { listIn } from './answers'
import { type Ask, get } from './asking'
import { listQuery } from './query'

/** Where no date is given only the last thirty days are told: before this there was no service. */
const sinceEver = '2000-01-01T00:00:00.000Z'

/** How far ahead is asked for what will be sent, in days: as far as a service says. */
const daysAhead = 90

/**
 * What goes on in the project, as deployed services tell. Where a service has no such call it rejects with `not_found`.
 */
export type ProjectActivityClient = ReturnType<typeof projectActivityClient>

/** These calls, made with `ask`. */
export function projectActivityClient(ask: Ask) {
  return {
    /** The newest of 1 to 100, or what is older than a cursor. */
    projectActivity: async (
      { cursor, limit }: { cursor: string | null; limit: number },
      options: CallOptions,
    ) => {
      const request = cursor === null ? { limit } : { limit, cursor }
      const startDate = cursor === null ? sinceEver : undefined
      return ask(
        get(`/activity${listQuery(request, { startDate })}`),
        options,
        listIn('activities', projectActivitySchema, request),
      )
    },
    /** What will be sent within 90 days, the next first; `limit` of them, 1 to 100. */
    upcoming: async (limit: number, options: CallOptions) =>
      ask(
        get(`/activity/upcoming${listQuery({ limit }, { daysAhead })}`),
        options,
        listIn('activities', projectActivitySchema, { limit }),
      ),
  }
}
