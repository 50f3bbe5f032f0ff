import type { Clock } from '../../core/clock'
import type { ProblemError } from '../../../src-shared/problem'
import type { LedgerEntry } from './store/ledger/api'
import type { ServiceClient } from '../../core/client/client'
import type { MailDomains } from '../../core/dns/mail-domains'
import { asProblem } from '../../core/problems'
import { leaving } from '../../jobs/leaving'
import { answeredVerdict, failedVerdict, type VerdictClock } from './ledger'
import type { LocalCheck } from './local'
import type { Suspects } from './suspects'

/** So many addresses in a row that nothing is learnt of mean that it is not the addresses. */
const mostInARow = 5

/** What asking takes. */
export interface VerificationCallTools extends VerdictClock {
  client(): ServiceClient
  clock: Clock
  check: LocalCheck
  suspects: Suspects
  mailDomains: MailDomains
}

/**
 * Questions on their way to the service, several at a time. What an address ends with is a verdict, or it is left as it
 * was: when it was called off, or when the trouble is not its own. A failure is held back until another address is
 * answered: while none is, the service is at fault, and the job stops rather than call everybody unknown.
 */
export class VerificationCalls {
  readonly #flying = new Map<string, Promise<void>>()
  #landed: LedgerEntry[] = []
  #doubtful: LedgerEntry[] = []
  #failed = 0
  #asked = 0
  #calledOff: string[] = []
  #trouble: ProblemError | null = null

  constructor(
    private readonly tools: VerificationCallTools,
    private readonly stop: AbortSignal,
  ) {}

  /** How many questions were answered, or failed: not those that were called off. */
  get asked(): number {
    return this.#asked
  }

  /** Questions whose answers are not here yet, or were not taken. */
  get unstored(): number {
    return this.#flying.size + this.#landed.length
  }

  /** Whether an address is being asked about, or its failure held back. */
  has(email: string): boolean {
    return this.#flying.has(email) || this.#doubtful.some((held) => held.email === email.toLowerCase())
  }

  /** Asks about an address. */
  begin(email: string): void {
    const flight = this.#ask(email).finally(() => this.#flying.delete(email))
    this.#flying.set(email, flight)
  }

  /** Waits until one of them has come to its end; not at all where none is on its way. */
  async one(): Promise<void> {
    if (this.#flying.size > 0) await Promise.race(this.#flying.values())
  }

  /** Waits until all of them have. */
  async all(): Promise<void> {
    await Promise.all(this.#flying.values())
  }

  /** Takes the verdicts there are by now. */
  takeLanded(): LedgerEntry[] {
    return this.#landed.splice(0)
  }

  /** Takes verdicts back that could not be stored. */
  putBack(entries: readonly LedgerEntry[]): void {
    this.#landed.unshift(...entries)
  }

  /** Takes the verdicts of failures that are held back: nobody is left whose answer could tell. */
  takeDoubtful(): LedgerEntry[] {
    this.#failed = 0
    return this.#doubtful.splice(0)
  }

  takeCalledOff(): string[] {
    return this.#calledOff.splice(0)
  }

  /** Takes what concerns the whole job. */
  takeTrouble(): ProblemError | null {
    const trouble = this.#trouble
    this.#trouble = null
    return trouble
  }

  async #ask(email: string): Promise<void> {
    const { client, clock, check, suspects } = this.tools
    try {
      const answer = await leaving(this.stop, clock, (options) => client().verifyAddress(email, options))
      this.#asked += 1
      suspects.answered()
      const verdict = await answeredVerdict(email, answer.value, check(email), this.tools)
      this.#landed.push(...this.takeDoubtful(), verdict)
    } catch (error) {
      this.#fail(email, asProblem(error))
    }
  }

  #fail(email: string, error: ProblemError): void {
    const { suspects, check } = this.tools
    if (error.problem.code === 'cancelled') {
      this.#calledOff.push(email)
      this.#trouble ??= error
      return
    }
    this.#asked += 1
    const verdict = failedVerdict(email, error.problem, check(email), this.tools)
    if (verdict === null) {
      this.#trouble = error
      return
    }
    if (suspects.convicts(verdict.email, error.problem)) {
      this.#landed.push(verdict)
      return
    }
    this.#failed += 1
    this.#doubtful.push(verdict)
    if (this.#failed < mostInARow) return
    for (const { email: suspect } of this.takeDoubtful()) suspects.add(suspect)
    this.#trouble = error
  }
}
