/**
 * What the engine of the copy's worker may keep, in megabytes: told so, it tidies up early. Columns lie in arrays beside it.
 * Contacts of very many keys left hundreds of megabytes behind otherwise.
 */
export const cacheLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 } as const
