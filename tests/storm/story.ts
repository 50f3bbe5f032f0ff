import type { Difference } from './differences'
import type { Capability } from './options'
import type { Scene, Tally } from './scene'
import type { Sent } from './wire'

/** What a story came to. */
export interface Ending {
  differences: Difference[]
  /** How many writes nobody knows the outcome of, as the console says. */
  unknown: number
}

/** One use of the console that is killed on its way, and the proof of what came of it. */
export interface Story {
  capability: Capability
  /** How many contacts the service begins with. */
  contacts: number
  isWrite: (request: Sent) => boolean
  play: (scene: Scene, changes: Changes) => Promise<Ending>
}

/** What somebody else changed at the service meanwhile. */
export interface Changes {
  created: number
  changed: number
  deleted: number
}

/** A story that was played. */
export interface Played extends Ending {
  capability: Capability
  seed: number
  tally: Tally
  writes: number
  changes: Changes
  seconds: number
}
