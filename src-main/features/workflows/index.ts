/** What others may use of workflows: their list, their steps and executions. */
export { Workflows } from './workflows'
