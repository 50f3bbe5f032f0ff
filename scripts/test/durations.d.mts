/** The seconds that files of tests took, by their paths. */
export type Seconds = Readonly<Record<string, number>>

export function knownSeconds(from?: string): Seconds
export function noteSeconds(files: readonly { file: string; seconds: number }[], to?: string): void
