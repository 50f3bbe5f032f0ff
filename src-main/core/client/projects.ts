import type { CallOptions } from './call-options'
import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'
import type { FilterReading } from '../../../src-shared/interface/filter'
import type { Decoded } from '../../../src-shared/interface/paging'
import { isProblem } from '../problems'
import { decodedBy } from './answers'
import { type Ask, get } from './asking'

/** Lists whose records name their project, the one that is seldom empty first. */
const lists = ['contacts', 'templates', 'segments', 'campaigns', 'workflows'] as const

/**
 * The project of a key, learnt from the records that come: deployed services name it on each, and no call says it. That
 * they do is also what tells them from a service as it is specified, which reads conditions otherwise.
 */
export class KeyProject {
  #id: string | null = null
  #reading: FilterReading | null = null

  constructor(private readonly ask: Ask) {}

  /** How the service reads conditions; null before any record came. */
  get reading(): FilterReading | null {
    return this.#reading
  }

  /** Looks at the body of a list, of which `count` records could be read. */
  note(body: unknown, count: number): void {
    const id = projectIn(body)
    if (id !== null) {
      this.#id = id
      this.#reading = 'deployed'
    } else if (count > 0) this.#reading ??= 'specified'
  }

  /** {@link reading}, asked for where nothing came yet; null for a project without records. */
  async readingOf(options: CallOptions): Promise<FilterReading | null> {
    if (this.#reading === null) await this.id(options)
    return this.#reading
  }

  /**
   * Its id, asked for where it is not known. null where no record names it: a service without projects, or a project
   * without records, which is asked again next time.
   */
  async id(options: CallOptions): Promise<string | null> {
    for (const list of this.#id === null ? lists : []) {
      try {
        await this.ask(
          get(`/${list}?limit=1`),
          options,
          decodedBy((body) => this.#looked(body)),
        )
      } catch (error) {
        // A list that is not there tells nothing of the project.
        if (!isProblem(error, 'not_found')) throw error
      }
      if (this.#id !== null) break
    }
    return this.#id
  }

  #looked(body: unknown): Decoded<null> {
    this.note(body, countIn(body))
    return { ok: true, value: null }
  }
}

const recordSchema = z.looseObject({ projectId: z.string().min(1) })
const listSchema = lazySchema(() =>
  z.union([
    z.array(recordSchema).min(1),
    z.looseObject({ data: z.array(recordSchema).min(1) }).transform(({ data }) => data),
  ]),
)

function projectIn(body: unknown): string | null {
  return listSchema.safeParse(body).data?.[0]?.projectId ?? null
}

/** How many records a list has, under whatever name. */
function countIn(body: unknown): number {
  if (Array.isArray(body)) return body.length
  if (typeof body !== 'object' || body === null) return 0
  return Object.values(body).find((value) => Array.isArray(value))?.length ?? 0
}
