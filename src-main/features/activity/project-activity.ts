import type { Clock } from '../../core/clock'
import type { Slice } from '../../../src-shared/bridge/base'
import type { ProjectActivityFilter, ProjectActivityRow } from '../../../src-shared/bridge/project-activity'
import type { ListPage } from '../../../src-shared/interface/paging'
import type { ProjectActivity } from '../../../src-shared/interface/project-activity'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { isProblem } from '../../core/problems'
import { instantOf } from '../../../src-shared/instants'

/** What the service's own account of the project is read with. */
interface ProjectFeedTools {
  cache: Pick<Cache, 'projectActivity'>
  clock: Clock
  access: { readonly client: Pick<ServiceClient, 'projectActivity' | 'upcoming'> }
}

/** The most that a service gives: more of one moment than a page holds cannot be asked for at all. */
const perPage = 100
/** So many pages are read at once: 500 of what went on. */
const mostPages = 5
const mostUpcoming = 100

/**
 * What goes on in the project and what will be sent, as deployed services tell. The copy holds the newest of it without a
 * gap, so that it is read offline.
 */
export class ProjectFeed {
  constructor(private readonly tools: ProjectFeedTools) {}

  page(input: { filter: ProjectActivityFilter; slice: Slice }) {
    return this.tools.cache.projectActivity.page(input)
  }

  async upcoming(): Promise<{ rows: ProjectActivityRow[] }> {
    return { rows: await this.tools.cache.projectActivity.upcoming() }
  }

  /**
   * Reads the newest until a page holds nothing new, and what will be sent. Rejects as the service answers, with
   * `not_found` where it has no such call.
   */
  async read(): Promise<{ added: number }> {
    const { cache, clock, access } = this.tools
    const read = await this.#pages(null)
    // Where no page met what is here, something may lie between: what is here would stand after a gap.
    const alone = !read.met
    const whole = read.ended ? true : alone ? false : null
    const added = await cache.projectActivity.keep({ rows: read.rows, now: clock.now(), alone, whole })
    const { value } = await access.client.upcoming(mostUpcoming, { priority: 'click' })
    await cache.projectActivity.putUpcoming(rowsOf(value))
    return { added }
  }

  /** Reads on behind the oldest that is here. Rejects as the service answers. */
  async readOlder(): Promise<{ added: number }> {
    const { cache, clock } = this.tools
    const oldest = await cache.projectActivity.oldest()
    if (oldest === null) return this.read()
    const { rows, ended } = await this.#pages(oldest)
    const whole = ended || null
    return { added: await cache.projectActivity.keep({ rows, now: clock.now(), alone: false, whole }) }
  }

  /** `met`: a page held only what is here already. `ended`: the service has nothing older. */
  async #pages(behind: ProjectActivityRow | null) {
    const { access } = this.tools
    const rows: ProjectActivityRow[] = []
    let cursor = behind && cursorBehind(behind)
    let limit = perPage
    for (let read = 0; read < mostPages; read += 1) {
      const page = await this.#page(access.client, cursor, limit)
      limit = page.limit
      const found = rowsOf(page.list)
      rows.push(...found)
      if (page.list.next.kind !== 'cursor') return { rows, met: false, ended: true }
      const isKnown = behind === null && (await this.#areKnown(found))
      if (isKnown) return { rows, met: true, ended: false }
      cursor = this.#next(found, page.list.next.cursor, cursor)
    }
    return { rows, met: false, ended: false }
  }

  /** A cursor of the service passes over what has the same time as the last: one more millisecond has it come again. */
  #next(found: readonly ProjectActivityRow[], said: string, asked: string | null): string {
    const last = found.at(-1)
    const own = last && cursorBehind(last)
    return own === undefined || own === asked || !said.startsWith(String(last?.at)) ? said : own
  }

  /** Asks for fewer at a time where an answer is too large. */
  async #page(client: ProjectFeedTools['access']['client'], cursor: string | null, limit: number) {
    for (let most = limit; ; most = Math.floor(most / 2)) {
      try {
        const { value } = await client.projectActivity({ cursor, limit: most }, { priority: 'click' })
        return { list: value, limit: most }
      } catch (error) {
        if (most === 1 || !isProblem(error, 'answer_too_large')) throw error
      }
    }
  }

  async #areKnown(rows: readonly ProjectActivityRow[]): Promise<boolean> {
    const ids = rows.map(({ id }) => id)
    return ids.length > 0 && (await this.tools.cache.projectActivity.knows(ids))
  }
}

/** Where reading goes on behind something, from a millisecond after it. */
function cursorBehind({ at, id }: ProjectActivityRow): string {
  return `${at + 1}_${id}`
}

/** What is shown of each; what has no time that can be read is left out. */
function rowsOf({ items }: ListPage<ProjectActivity>): ProjectActivityRow[] {
  return items.flatMap((item) => {
    const at = instantOf(item.timestamp)
    return at === null ? [] : [rowOf(item, at)]
  })
}

function rowOf(
  { id, type, contactId, contactEmail, metadata }: ProjectActivity,
  at: number,
): ProjectActivityRow {
  const said = metadata ?? {}
  const what = said.eventName ?? said.subject ?? said.campaignName ?? said.workflowName ?? ''
  const about = [
    said.campaignName,
    said.workflowName,
    said.stepName,
    said.segmentName,
    said.exitReason,
    said.error,
  ]
  return {
    id,
    type,
    at,
    contactId: contactId ?? null,
    email: contactEmail ?? null,
    what,
    about: about.filter((part) => part && part !== what).join(', '),
    amount: said.totalRecipients ?? null,
  }
}
