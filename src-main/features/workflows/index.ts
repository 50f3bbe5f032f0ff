/** What others may use of workflows: their list, their steps and executions, what starts them. */
export { Workflows } from './workflows'
export { eventOf } from './trigger'
