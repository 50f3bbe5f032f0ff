import { isProblem } from '../problems'

/** Calls that a service may have or not: looking addresses up, and changing many contacts at once. */
export type OptionalCall = 'lookUp' | 'changeMany'

/** What is known of the calls that a service may have or not. */
export interface OfferedCalls {
  /** Whether the service has a call; null until it was tried. */
  offers(call: OptionalCall): boolean | null
  /** Notes what an answer of the call itself told. */
  note(call: OptionalCall, offered: boolean): void
}

/** Knows nothing at first, and remembers as long as it lives. */
export function createOfferedCalls(): OfferedCalls {
  const known = new Map<OptionalCall, boolean>()
  return {
    offers: (call) => known.get(call) ?? null,
    note: (call, offered) => void known.set(call, offered),
  }
}

/**
 * Makes a call unless the service is known to lack it, and notes what its answer tells; null where it lacks it. What else
 * goes wrong is thrown, and tells nothing.
 */
export async function whereOffered<T>(
  calls: OfferedCalls,
  call: OptionalCall,
  make: () => Promise<T>,
): Promise<T | null> {
  if (calls.offers(call) === false) return null
  try {
    const made = await make()
    calls.note(call, true)
    return made
  } catch (error) {
    if (!isMissing(error)) throw error
    calls.note(call, false)
    return null
  }
}

/** Whether the path of a call is unknown to the service, or takes no such method. */
function isMissing(error: unknown): boolean {
  if (isProblem(error, 'not_found')) return true
  return isProblem(error, 'invalid_request') && error.problem.status === 405
}
