/** A page that takes more than this much longer than the quickest ones waited behind others. */
const slower = 2
/** Below this, differences are the machine's own, in milliseconds. */
const noiseMs = 30
/** The quickest page is forgotten by so much with every page: a service may get slower for other reasons. */
const forgetting = 1.01

/** How many pages may be asked for at once: as many as the service takes without getting slower. */
export type Flow = ReturnType<typeof createFlow>

/**
 * Begins with one page, adds one for every round of pages that came as quickly as before, takes a quarter off where they
 * get slower, and half at a 429.
 */
export function createFlow(most: number) {
  let width = 1
  let quickest = Infinity
  return {
    /** 1 to the most allowed. */
    get width() {
      return Math.max(1, Math.min(most, Math.floor(width)))
    },
    /** A page came, after so many milliseconds. */
    came(ms: number) {
      quickest = Math.min(ms, quickest * forgetting)
      if (ms > quickest * slower + noiseMs) width = Math.max(1, width * 0.75)
      else width = Math.min(most, width + 1 / width)
    },
    /** The service answered 429. */
    refused() {
      width = Math.max(1, width / 2)
    },
  }
}
