import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'
import type { CapabilityAnswer } from '../../../src-shared/bridge/capabilities'
import type { FilterReading } from '../../../src-shared/interface/filter'
import type { Probe, ProbeAnswer } from '../../core/client/probes'

/** Whether an answer says that the service has such a call; `unclear`: it says something else, or nothing that tells. */
type Presence = 'there' | 'absent' | 'unclear'

/**
 * Reads from an answer whether there is such a call. A 404 of the call's own (no such record) says that there is, one that
 * reads as that of a path which no service has that there is not; where it is not known how that one reads, neither.
 */
export function presenceOf(
  { status, body, says }: Pick<ProbeAnswer, 'status' | 'body' | 'says'>,
  unknownRoute: string | null,
): Presence {
  if (status >= 200 && status < 300) return body === undefined ? 'unclear' : 'there'
  // A page of something in between is no word of the service.
  if (status === 405 || status === 501) return 'absent'
  if (status === 404) {
    if (body === undefined || unknownRoute === null) return 'unclear'
    return says === unknownRoute ? 'absent' : 'there'
  }
  return [400, 409, 422].includes(status) ? 'there' : 'unclear'
}

const object = lazySchema(() => z.record(z.string(), z.unknown()))

/** The part of a list's body that holds its records and its paging, out of its envelope. */
function listBody(body: unknown): unknown {
  const { data: outer } = z.object({ data: object }).safeParse(body)
  return outer?.data ?? body
}

/** The records of a list, under whatever name. */
export function recordsIn(body: unknown): Record<string, unknown>[] {
  const within = listBody(body)
  const list = Array.isArray(within)
    ? within
    : Object.values(object.safeParse(within).data ?? {}).find((value) => Array.isArray(value))
  return object.array().safeParse(list).data ?? []
}

/** How a list is read, and how many records it has in all; null where its body is no list. */
export function listForm(body: unknown): { answer: CapabilityAnswer; amount: number | null } | null {
  const within = listBody(body)
  if (Array.isArray(within)) return { answer: 'whole', amount: within.length }
  const { data: fields } = object.safeParse(within)
  if (!fields || !Object.values(fields).some((value) => Array.isArray(value))) return null
  const total = z.number().int().nonnegative().safeParse(fields.total).data ?? null
  if ('hasMore' in fields || 'cursor' in fields || 'nextCursor' in fields)
    return { answer: 'byCursor', amount: total }
  if ('totalPages' in fields || 'page' in fields) return { answer: 'byPage', amount: total }
  return { answer: 'newest', amount: null }
}

/** What came of all questions: the answers, and what they say together. */
export class Evidence {
  readonly #answers = new Map<string, ProbeAnswer>()

  add(probe: Probe, answer: ProbeAnswer): void {
    this.#answers.set(nameOf(probe), answer)
  }

  /** null where it was not asked, or no answer came. */
  of(probe: Extract<Probe, string> | 'domainsOf'): ProbeAnswer | null {
    return this.#answers.get(probe) ?? null
  }

  get size(): number {
    return this.#answers.size
  }

  get all(): ProbeAnswer[] {
    return [...this.#answers.values()]
  }

  /** How the service says that it has no such call; null where it was not asked, or answered something else. */
  get unknownRoute(): string | null {
    const nowhere = this.of('nowhere')
    return nowhere?.status === 404 && nowhere.says !== '' ? nowhere.says : null
  }

  /** The records of the lists that were asked for; an answer that is a refusal has none. */
  records(): Record<string, unknown>[] {
    return this.all.flatMap(({ status, body }) => (status === 200 ? recordsIn(body) : []))
  }

  /** The project that records name, which only deployed services say; null where none does. */
  get project(): string | null {
    const named = this.records().find(({ projectId }) => typeof projectId === 'string' && projectId !== '')
    return typeof named?.projectId === 'string' ? named.projectId : null
  }

  /** How the service reads conditions; null where it has no records that tell. */
  get reading(): FilterReading | null {
    if (this.project !== null) return 'deployed'
    const contacts = this.of('contacts')
    return contacts?.status === 200 && this.records().length > 0 ? 'specified' : null
  }
}

function nameOf(probe: Probe): string {
  return typeof probe === 'string' ? probe : 'domainsOf'
}

/** How many records a list says that it has in all; null where it does not. */
export function totalIn(body: unknown): number | null {
  return listForm(body)?.amount ?? null
}
