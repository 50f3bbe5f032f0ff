/** What others may use of the part of the copy that belongs to plans. */
export type { Judgement, KeptPlan, KeptSlice, TalliedDomain, PlanStore, SliceCount } from './api'
export { leavesByPlan } from './people'
export { planStore } from './plans'
export { planTables } from './schema'
