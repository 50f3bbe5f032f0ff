/**
 * Workflows, their steps and ways between them, and executions. `workflow_bookmark` holds the last event that was
 * looked at for triggers and waits: it commits with what followed from that event, so a restart misses none.
 */
export const workflowTables = `
CREATE TABLE workflow (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT,
  enabled INTEGER NOT NULL DEFAULT 0,
  event_name TEXT NOT NULL,
  allow_reentry INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE workflow_step (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow INTEGER NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  position TEXT NOT NULL,
  config TEXT NOT NULL,
  template INTEGER
) STRICT;

CREATE TABLE workflow_transition (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow INTEGER NOT NULL,
  from_step INTEGER NOT NULL,
  to_step INTEGER NOT NULL,
  branch TEXT
) STRICT;

CREATE TABLE execution (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow INTEGER NOT NULL,
  contact INTEGER NOT NULL,
  status TEXT NOT NULL
    CHECK (status IN ('RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')),
  step INTEGER,
  wake_at INTEGER,
  awaited_event TEXT,
  context TEXT NOT NULL DEFAULT '{}',
  exit_reason TEXT,
  started_at INTEGER NOT NULL,
  completed_at INTEGER
) STRICT;

CREATE TABLE workflow_bookmark (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  event INTEGER NOT NULL
) STRICT;
`
/** Made after the sample is in. */
export const workflowIndexes = `
CREATE INDEX workflow_step_workflow ON workflow_step (workflow);
CREATE INDEX workflow_transition_workflow ON workflow_transition (workflow);
CREATE INDEX execution_workflow ON execution (workflow, seq);
CREATE INDEX execution_contact ON execution (contact, workflow);
CREATE INDEX execution_wake ON execution (wake_at) WHERE status IN ('RUNNING', 'WAITING');
CREATE INDEX execution_awaited ON execution (contact, awaited_event) WHERE status = 'WAITING';
`
