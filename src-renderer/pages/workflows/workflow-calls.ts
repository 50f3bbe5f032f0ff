/** What the head of a workflow asks for. */
export type WorkflowCall = 'switch' | 'edit' | 'start' | 'cancelAll' | 'remove' | 'refresh'
