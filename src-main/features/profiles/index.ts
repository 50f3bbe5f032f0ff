/** What others may use of profiles: the one that is open and what belongs to it. */
export { Profiles } from './profiles'
export type { ProfileSession } from './session'
