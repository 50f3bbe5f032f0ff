import { isProblem } from '../problems'

/** Calls that a service may have or not: looking addresses up, and changing many contacts at once. */
export type OptionalCall = 'lookup' | 'bulk'

/** What is known of the calls that a service may have or not. */
export interface OfferedCalls {
  /** Whether the service has a call; null until it was tried. */
  offers(call: OptionalCall): boolean | null
  /** Notes what an answer of the call itself told. */
  note(call: OptionalCall, offered: boolean): void
}

/**
 * Goes by what is `remembered` of the service, and where a call itself told otherwise, by that: until something else is
 * remembered, which is then the newer word.
 */
export function createOfferedCalls(remembered: OfferedCalls['offers'] = () => null): OfferedCalls {
  const told = new Map<OptionalCall, { offered: boolean; against: boolean | null }>()
  return {
    offers(call) {
      const known = remembered(call)
      const found = told.get(call)
      return found && found.against === known ? found.offered : known
    },
    note: (call, offered) => void told.set(call, { offered, against: remembered(call) }),
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
    if (!isMissingCall(error)) throw error
    calls.note(call, false)
    return null
  }
}

/** Whether a refusal says that the path of a call is unknown to the service, or takes no such method. */
export function isMissingCall(error: unknown): boolean {
  if (isProblem(error, 'not_found')) return true
  return isProblem(error, 'invalid_request') && error.problem.status === 405
}
