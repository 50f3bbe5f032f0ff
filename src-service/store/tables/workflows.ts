/**
 * Workflows, their steps and ways between them, and executions.
 *
 * `workflow_bookmark` holds the last event that was looked at for triggers and waits: it commits with what followed
 * from that event, so a restart misses none. `workflow_event` and `workflow_message` say of what executions caused how
 * many of them, one after the other, led to it.
 *
 * A workflow or step that was deleted is `removed`: nobody sees it any more, and its row goes when the engine has dealt
 * with its executions, some at a time.
 *
 * `condition`, `trigger_config`, `context` (what an execution was started with) and `output` are JSON texts; steps and
 * transitions that came with their workflow have no time of their own.
 */
export const workflowTables = `
CREATE TABLE workflow (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT,
  enabled INTEGER NOT NULL DEFAULT 0,
  event_name TEXT NOT NULL,
  allow_reentry INTEGER NOT NULL DEFAULT 0,
  enabled_after INTEGER NOT NULL DEFAULT 0,
  triggered_after INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  trigger_type TEXT NOT NULL DEFAULT 'EVENT',
  trigger_config TEXT
) STRICT;

CREATE TABLE workflow_step (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow INTEGER NOT NULL,
  place INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  position TEXT NOT NULL,
  config TEXT NOT NULL,
  template INTEGER,
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE workflow_transition (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow INTEGER NOT NULL,
  from_step INTEGER NOT NULL,
  to_step INTEGER NOT NULL,
  branch TEXT,
  condition TEXT,
  wait_outcome TEXT,
  priority INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE execution (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow INTEGER NOT NULL,
  contact INTEGER NOT NULL,
  event INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL
    CHECK (status IN ('RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')),
  step INTEGER,
  wake_at INTEGER,
  waits_after INTEGER NOT NULL DEFAULT 0,
  visit INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  depth INTEGER NOT NULL DEFAULT 0,
  woken INTEGER NOT NULL DEFAULT 0,
  woken_since INTEGER NOT NULL DEFAULT 0,
  exit_reason TEXT,
  started_at INTEGER NOT NULL,
  completed_at INTEGER,
  context TEXT
) STRICT;

CREATE TABLE workflow_bookmark (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  event INTEGER NOT NULL
) STRICT;

CREATE TABLE workflow_event (
  event INTEGER PRIMARY KEY,
  depth INTEGER NOT NULL
) STRICT;

CREATE TABLE workflow_message (
  message INTEGER PRIMARY KEY,
  depth INTEGER NOT NULL
) STRICT;

CREATE TABLE step_execution (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  execution INTEGER NOT NULL,
  step INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('RUNNING', 'WAITING', 'COMPLETED', 'FAILED')),
  output TEXT,
  error TEXT,
  execute_after INTEGER,
  started_at INTEGER NOT NULL,
  completed_at INTEGER
) STRICT;
`
/** Made after the sample is in. */
export const workflowIndexes = `
CREATE INDEX workflow_removed ON workflow (seq) WHERE removed = 1;
CREATE INDEX workflow_step_workflow ON workflow_step (workflow);
CREATE INDEX workflow_step_template ON workflow_step (template) WHERE template IS NOT NULL;
CREATE INDEX workflow_step_removed ON workflow_step (seq) WHERE removed = 1;
CREATE INDEX workflow_transition_workflow ON workflow_transition (workflow);
CREATE INDEX execution_workflow ON execution (workflow, seq);
CREATE INDEX execution_status ON execution (workflow, status, seq);
CREATE INDEX execution_contact ON execution (contact, workflow, started_at);
CREATE INDEX execution_under_way ON execution (contact, workflow) WHERE status IN ('RUNNING', 'WAITING');
CREATE INDEX execution_due ON execution (workflow, status, wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX execution_step ON execution (step) WHERE status IN ('RUNNING', 'WAITING');
CREATE INDEX step_execution_of ON step_execution (execution, seq);

CREATE TRIGGER execution_went AFTER DELETE ON execution BEGIN
  DELETE FROM step_execution WHERE execution = old.seq;
END;
`
