import type { Problem } from '../../../src-shared/problem'
import { passesByItself } from '../../jobs/trouble'

/**
 * Addresses of one job that were asked about in vain while nothing was answered at all, over its pauses: each of them
 * may be at fault, or the service.
 */
export class Suspects {
  /** How many answers had come when it was suspected. */
  readonly #since = new Map<string, number>()
  #answers = 0

  has(email: string): boolean {
    return this.#since.has(email)
  }

  add(email: string): void {
    this.#since.set(email, this.#answers)
  }

  /** Another address was answered: the service works. */
  answered(): void {
    this.#answers += 1
  }

  /**
   * Whether a further failure shows that an address is at fault: others were answered meanwhile, or it is no failure
   * that passes, and a person let the job go on.
   */
  convicts(email: string, problem: Problem): boolean {
    const since = this.#since.get(email)
    return since !== undefined && (this.#answers > since || !passesByItself(problem))
  }
}
