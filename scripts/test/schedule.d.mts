/** What a part came to. */
export interface Outcome {
  passed: number
  failed: number
  /** Of what failed, each with the first line of its error. */
  names: string[]
  /** How long each file of tests took. */
  files: { file: string; seconds: number }[]
}

/** Something that `npm test` runs. */
export interface Part {
  name: string
  /** Runs beside the others; what it prints is held back. */
  beside?: boolean
  /** The name of a part that must be over before. */
  after?: string
  /** Asked when its turn has come: why it is left out. */
  why?: () => string | null
  /** `hear` is there for a part beside the others, and gets what it prints. */
  run?: (hear?: (text: string) => void) => Promise<Outcome>
}

/** A part and what it came to; null where it was left out. */
export interface Result {
  part: Part
  outcome: Outcome | null
}

export function lasted(milliseconds: number): string
export function runParts(parts: Part[]): Promise<Result[]>
export function sumUp(results: Result[], options: { everythingMustRun: boolean }): 0 | 1
