/** What others may use of campaigns: their list, their sendings and how a sending is held. */
export { Campaigns } from './campaigns'
export { type Holds, openHolds } from './holds'
export { reachOf } from './reach'
export { LeavingOut } from './leaving-out'
export { Results } from './results'
export type { TestTools } from './tests'
export { SendingWatch } from './sending-watch'
export { WhoGot } from './who-got'
