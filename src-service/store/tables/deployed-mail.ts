/**
 * What deployed services keep of mail beside the specified ones (deployed.md sections 4 to 7 and 9): what a message came of
 * and the template it was made of; of a campaign that it is archived, when its queued start is, and that it becomes a
 * draft again; when a contact came into a segment; of workflows the ways with their outcome and order, what an execution
 * was started with, and each step that it was at.
 */
export const deployedMailTables = `
ALTER TABLE mail_content ADD COLUMN origin TEXT NOT NULL DEFAULT 'send';
ALTER TABLE mail_content ADD COLUMN template INTEGER;
ALTER TABLE mail_content ADD COLUMN to_address TEXT;
ALTER TABLE message ADD COLUMN template INTEGER;
CREATE INDEX message_template ON message (template) WHERE template IS NOT NULL;
`
