import { z } from 'zod'
import type { Decoded } from '../../src-shared/interface/paging'
import { isProblem } from '../problems'
import { decodeAnswer } from './answers'
import type { Ask } from './catalogue'
import type { CallOptions } from './client'

/** Lists whose records name their project, the one that is seldom empty first. */
const lists = ['contacts', 'templates', 'segments', 'campaigns', 'workflows'] as const

/**
 * The id of the key's project, learnt from any record that names it: there is no call that says it. null where no record
 * does: a service without projects, or a project without records, which is asked again next time.
 */
export function createProjectId(ask: Ask): (options: CallOptions) => Promise<string | null> {
  let known: string | null = null
  return async (options) => {
    for (const list of known === null ? lists : []) {
      const asking = ask({ method: 'GET', path: `/${list}?limit=1` }, options, ({ answer }, key) =>
        decodeAnswer(answer, projectIn, key),
      )
      known = await asking.then(
        ({ value }) => value,
        (error: unknown) => {
          // A list that is not there tells nothing of the project.
          if (isProblem(error, 'not_found')) return null
          throw error
        },
      )
      if (known !== null) break
    }
    return known
  }
}

const recordSchema = z.looseObject({ projectId: z.string().min(1) })
const listSchema = z.union([
  z.array(recordSchema).min(1),
  z.looseObject({ data: z.array(recordSchema).min(1) }).transform(({ data }) => data),
])

function projectIn(body: unknown): Decoded<string | null> {
  return { ok: true, value: listSchema.safeParse(body).data?.[0]?.projectId ?? null }
}
