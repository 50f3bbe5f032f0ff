/** What others may use of plans: how they are made and decided, and what carries them out. */
export { Plans } from './plans'
export { PlanRunner } from './runner'
