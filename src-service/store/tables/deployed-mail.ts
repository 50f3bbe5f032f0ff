/**
 * What deployed services keep of mail beside what is specified (deployed.md sections 4 to 7 and 9): what a message came of,
 * the template it was made of, another address it goes to; of a campaign that it is archived, when its queued start is, after
 * which contact its next batch begins, and that it becomes a draft again; when a contact came into a segment; of workflows the triggers that never fire, the ways
 * with their outcome and order, what an execution was started with, and every step that it was at. Times are
 * milliseconds since 1970, `condition`, `trigger_config`, `context` and `output` JSON texts.
 */
export const deployedMailTables = `
ALTER TABLE mail_content ADD COLUMN origin TEXT NOT NULL DEFAULT 'send';
ALTER TABLE mail_content ADD COLUMN template INTEGER;
ALTER TABLE mail_content ADD COLUMN to_address TEXT;
ALTER TABLE message ADD COLUMN template INTEGER;
CREATE INDEX message_template ON message (template) WHERE template IS NOT NULL;

ALTER TABLE campaign ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaign ADD COLUMN queued_for INTEGER;
ALTER TABLE campaign ADD COLUMN queued_after INTEGER;
ALTER TABLE campaign ADD COLUMN reverts INTEGER NOT NULL DEFAULT 0;
CREATE INDEX campaign_start ON campaign (coalesce(queued_for, scheduled_for)) WHERE status = 'SCHEDULED';
CREATE INDEX campaign_queueing ON campaign (seq) WHERE queued_after IS NOT NULL;
CREATE INDEX campaign_reverting ON campaign (seq) WHERE reverts = 1;

ALTER TABLE segment_member ADD COLUMN added_at INTEGER NOT NULL DEFAULT 0;

ALTER TABLE workflow ADD COLUMN trigger_type TEXT NOT NULL DEFAULT 'EVENT';
ALTER TABLE workflow ADD COLUMN trigger_config TEXT;
ALTER TABLE workflow_step ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workflow_step ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workflow_transition ADD COLUMN condition TEXT;
ALTER TABLE workflow_transition ADD COLUMN wait_outcome TEXT;
ALTER TABLE workflow_transition ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workflow_transition ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE execution ADD COLUMN context TEXT;

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
CREATE INDEX step_execution_of ON step_execution (execution, seq);
CREATE TRIGGER execution_went AFTER DELETE ON execution BEGIN
  DELETE FROM step_execution WHERE execution = old.seq;
END;
`
