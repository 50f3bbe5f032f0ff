import type { ReceivedStep } from '../../../../src-shared/interface/workflow'
import { branchKey } from '../../../../src-shared/workflows/deployed-steps'

/** A step of a way, and the way out of it that was taken; null: the last one, or several lead to the next. */
export interface Passed {
  step: ReceivedStep
  branch: string | null
}

/** How many executions stand at a step, or ended there; null: nobody knows where. */
type Standing = ReadonlyMap<string | null, number>

/** How many came by a step: so many for certain, and so many of whom it cannot be told. */
interface CameBy {
  sure: number
  unsure: number
}

/** The steps of a workflow, and what can be told of a way through them from where it stands. */
export class StepWays {
  readonly #steps: ReadonlyMap<string, ReceivedStep>
  readonly #start: string | null
  readonly #reached = new Map<string, ReadonlySet<string>>()

  constructor(steps: readonly ReceivedStep[]) {
    this.#steps = new Map(steps.map((step) => [step.id, step]))
    this.#start = (steps.find(({ type }) => type === 'TRIGGER') ?? steps[0])?.id ?? null
  }

  /**
   * The way from the start to a step, as far as it is certain: to where more than one way leads on to it. `whole`: it
   * leads there, and nobody can have come by twice.
   */
  to(id: string | null): { passed: Passed[]; whole: boolean } {
    const passed: Passed[] = []
    for (let at = this.#start; at !== null;) {
      const step = this.#steps.get(at)
      if (!step) break
      const last = { step, branch: null }
      if (at === id) return { passed: [...passed, last], whole: !this.#from(at).has(at) }
      const on = step.outgoingTransitions.filter(({ toStepId: to }) => this.#leads(to, id))
      const [next] = on
      const isCertain = on.every(({ toStepId }) => toStepId === next?.toStepId) && !this.#from(at).has(at)
      if (!next || !isCertain) return { passed: [...passed, last], whole: false }
      passed.push({ step, branch: on.length === 1 ? branchKey(next) : null })
      at = next.toStepId
    }
    return { passed, whole: false }
  }

  cameBy(standing: Standing): Map<string, CameBy> {
    const all = [...standing.values()].reduce((sum, count) => sum + count, 0)
    return new Map([...this.#steps.keys()].map((id) => [id, this.#cameBy(id, standing, all)]))
  }

  /** Where executions stand, or ended, that came by a step for certain. */
  after(id: string): string[] {
    return [...this.#steps.keys()].filter((at) => this.#cameBy(id, new Map([[at, 1]]), 1).sure === 1)
  }

  /** How many steps follow one at the most, each once. */
  ahead(id: string): number {
    const most = new Map<string, number>()
    const longest = (at: string, on: ReadonlySet<string>): number => {
      const known = most.get(at)
      if (known !== undefined) return known
      const next = this.#next(at).filter((to) => !on.has(to))
      const found =
        next.length === 0 ? 0 : 1 + Math.max(...next.map((to) => longest(to, new Set([...on, to]))))
      most.set(at, found)
      return found
    }
    return this.#steps.has(id) ? longest(id, new Set([id])) : 0
  }

  /** The steps, those that are nearest to an end first. */
  fromTheEnd(): string[] {
    return [...this.#steps.keys()].sort((a, b) => this.ahead(a) - this.ahead(b))
  }

  #cameBy(id: string, standing: Standing, all: number): CameBy {
    if (id === this.#start) return { sure: all, unsure: 0 }
    const around = this.#start === null ? new Set<string>() : this.#walk([this.#start], id)
    let [sure, unsure] = [0, 0]
    for (const [at, count] of standing) {
      if (at === null || !this.#steps.has(at)) unsure += count
      else if (at !== id && !this.#from(id).has(at)) continue
      else if (at === id || !around.has(at)) sure += count
      else unsure += count
    }
    return { sure, unsure }
  }

  #leads(from: string, to: string | null): boolean {
    return from === to || (to !== null && this.#from(from).has(to))
  }

  /** What can be reached from a step; itself only where it leads back to itself. */
  #from(id: string): ReadonlySet<string> {
    const known = this.#reached.get(id)
    if (known) return known
    const found = this.#walk(this.#next(id), null)
    this.#reached.set(id, found)
    return found
  }

  #walk(from: readonly string[], past: string | null): Set<string> {
    const met = new Set(from.filter((id) => id !== past))
    // A set that grows while it is gone through: each step is come by once.
    for (const id of met) for (const to of this.#next(id)) if (to !== past) met.add(to)
    return met
  }

  #next(id: string): string[] {
    return (this.#steps.get(id)?.outgoingTransitions ?? [])
      .map(({ toStepId }) => toStepId)
      .filter((to) => this.#steps.has(to))
  }
}
