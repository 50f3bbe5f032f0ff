import { implement, ORPCError } from '@orpc/server'
import { ValidationError } from '@orpc/contract'
import { contract } from '../../src-shared/bridge/contract'
import type { Problem } from '../../src-shared/problem'
import type { Host } from '../core/host'
import type { Logger } from '../core/log'
import { isProblem, problem } from '../core/problems'
import type { Profiles, ProfileSession } from '../features/profiles'

/** What the procedures are made of. */
export interface Core {
  readonly host: Host
  readonly profiles: Profiles
  /** The current profile's session. Rejects with why there is none. */
  session(): Promise<ProfileSession>
}

/** The contract with its errors taken care of: where every area's implementation starts. */
export function createBase(core: Core) {
  const { log } = core.host
  const told = (error: unknown, path: readonly string[]) => {
    if (isProblem(error, 'cache_worker_stopped')) core.profiles.reviveCopy()
    return asContractError(error, log, path)
  }
  return implement(contract).use(async ({ next, path }) => {
    try {
      const result = await next()
      return isIterator(result.output) ? { ...result, output: watched(result.output, path, told) } : result
    } catch (error) {
      throw told(error, path)
    }
  })
}

/** What {@link createBase} answers. */
export type Base = ReturnType<typeof createBase>

/** What a procedure answers that only does something: so much, once it is done. */
export async function done(work: unknown): Promise<{ done: true }> {
  await work
  return { done: true }
}

/** Any failure as the contract's one error. What is not a Problem of ours is logged and told as `internal`. */
function asContractError(
  error: unknown,
  log: Logger,
  path: readonly string[],
): ORPCError<'PROBLEM', Problem> {
  const found = problemOf(error)
  if (found.code === 'internal') {
    const cause = error instanceof Error && error.cause !== undefined ? ` (${String(error.cause)})` : ''
    log.error('procedure_failed', {
      code: 'internal',
      path: path.join('.'),
      detail: `${String(error)}${cause}`,
    })
  }
  return new ORPCError('PROBLEM', { defined: true, message: found.title, data: found, cause: error })
}

function problemOf(error: unknown): Problem {
  if (isProblem(error)) return error.problem
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
    const fields = error.cause.issues.slice(0, 20).map(({ path, message }) => ({
      field: (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
      message,
    }))
    return problem('input_invalid', { fields }).problem
  }
  return problem('internal').problem
}

function isIterator(value: unknown): value is AsyncGenerator<unknown, unknown, undefined> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
}

/** A stream whose failures are told like those of a call. */
async function* watched(
  source: AsyncGenerator<unknown, unknown, undefined>,
  path: readonly string[],
  told: (error: unknown, path: readonly string[]) => Error,
): AsyncGenerator<unknown, unknown, undefined> {
  try {
    return yield* source
  } catch (error) {
    throw told(error, path)
  }
}
