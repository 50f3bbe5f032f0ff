/** What the head of a workflow asks for. */
export type WorkflowCall = 'switch' | 'edit' | 'steps' | 'start' | 'cancelAll' | 'remove' | 'refresh'
