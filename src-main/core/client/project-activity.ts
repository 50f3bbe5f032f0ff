import type { Answer, CallOptions } from './call-options'
import type { ListPage } from '../../../src-shared/interface/paging'
import { type ProjectActivity, projectActivitySchema } from '../../../src-shared/interface/project-activity'
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
export interface ProjectActivityClient {
  /** The newest of 1 to 100, or what is older than a cursor. */
  projectActivity(
    asked: { cursor: string | null; limit: number },
    options: CallOptions,
  ): Promise<Answer<ListPage<ProjectActivity>>>
  /** What will be sent within 90 days, the next first; `limit` of them, 1 to 100. */
  upcoming(limit: number, options: CallOptions): Promise<Answer<ListPage<ProjectActivity>>>
}

/** These calls, made with `ask`. */
export function projectActivityClient(ask: Ask): ProjectActivityClient {
  return {
    projectActivity: async ({ cursor, limit }, options) => {
      const request = cursor === null ? { limit } : { limit, cursor }
      const startDate = cursor === null ? sinceEver : undefined
      return ask(
        get(`/activity${listQuery(request, { startDate })}`),
        options,
        listIn('activities', projectActivitySchema, request),
      )
    },
    upcoming: async (limit, options) =>
      ask(
        get(`/activity/upcoming${listQuery({ limit }, { daysAhead })}`),
        options,
        listIn('activities', projectActivitySchema, { limit }),
      ),
  }
}
