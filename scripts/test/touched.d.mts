/** A test that a changed file touches; `words` and `imports` say how near it is. */
export interface NearTest {
  test: string
  words: number
  imports: number
}

/** A changed file and the tests that it touches. */
export interface Touched {
  file: string
  near: NearTest[]
  isInUnits: boolean
}

export function changedFiles(base: string): string[]
export function touchedBy(files: readonly string[]): Touched[]
export function byNearness(one: NearTest, other: NearTest): number
