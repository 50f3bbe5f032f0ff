/** A folder of out/. */
export type Output = 'main' | 'preload' | 'renderer' | 'service' | 'tests'
/** The project's folder. */
export const project: string
/** What Postroom consists of. */
export const programs: readonly Output[]
/** The same, and what tests start. */
export const everything: readonly Output[]
/**
 * The commands in node_modules, with their arguments, that build what of these outputs is missing or older than its
 * sources; none where out/ is up to date.
 */
export function buildsNeeded(names: readonly Output[], root?: string): string[][]
/** What is wrong with the first of these outputs that is missing or older than its sources, or null. */
export function whyStale(names: readonly Output[], root?: string): string | null
/** Throws a sentence that says what to run, where one of these outputs (all of them unless told) is missing or older than its sources. */
export function refuseStaleBuild(names?: readonly Output[], root?: string): void
