/** What the engine of a worker may keep. */
export type WorkerLimits = ReturnType<typeof workerLimits>

/** What the engine of a worker may keep: so many megabytes of what is old. Told so, it tidies up early. */
export function workerLimits(oldMegabytes: number) {
  return { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: oldMegabytes }
}

/**
 * What that of the copy's worker may. Columns lie in arrays beside it. Contacts of very many keys left hundreds of megabytes
 * behind otherwise.
 */
export const cacheLimits = workerLimits(1024)
