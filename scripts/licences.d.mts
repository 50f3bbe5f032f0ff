/** Name, version and licence of every package that is shipped, by the lock file. */
export function licencesOf(lock: unknown): { name: string; version: string; licence: string }[]
