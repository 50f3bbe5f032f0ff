import { conditionFunctions } from './condition-triggers'
import { countFunctions, countings, countTriggers, unlessCopied } from './count-triggers'

/**
 * What triggers call. In PL/pgSQL, which plans once for a connection what is in them: in SQL it was planned anew for every row,
 * and took half of the time that a contact is written in.
 */
export const calledByTriggers = `
CREATE OR REPLACE FUNCTION look_at_contact(of_project integer, who bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (
    SELECT 1 FROM segment WHERE project = of_project AND track_membership = 1 AND type = 'DYNAMIC'
  ) THEN
    INSERT INTO segment_pending (project, contact) VALUES (of_project, who) ON CONFLICT DO NOTHING;
  END IF;
END $$;
CREATE OR REPLACE FUNCTION is_static(of_project integer, number bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
  RETURN EXISTS (SELECT 1 FROM segment WHERE project = of_project AND seq = number AND type = 'STATIC');
END $$;
CREATE OR REPLACE FUNCTION count_record(of_project integer, at bigint, of_type text, by integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO record_block AS b (project, block, records, companies)
  VALUES (of_project, at >> 22, by, CASE WHEN of_type = 'company' THEN by ELSE 0 END)
  ON CONFLICT (project, block)
  DO UPDATE SET records = b.records + excluded.records, companies = b.companies + excluded.companies;
END $$;
`

/** What the tables do by themselves, as those of SQLite do (tables/audience.ts, tables/records.ts, tables/workflows.ts). */
const pending = `
CREATE FUNCTION contact_went() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM segment_member WHERE project = old.project AND contact = old.seq;
  DELETE FROM segment_pending WHERE project = old.project AND contact = old.seq; RETURN NULL;
END $$;
CREATE FUNCTION member_came() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF is_static(new.project, new.segment) THEN PERFORM look_at_contact(new.project, new.contact); END IF; RETURN NULL;
END $$;
CREATE FUNCTION member_went() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF is_static(old.project, old.segment) THEN PERFORM look_at_contact(old.project, old.contact); END IF; RETURN NULL;
END $$;
CREATE TRIGGER contact_went AFTER DELETE ON contact FOR EACH ROW ${unlessCopied} EXECUTE FUNCTION contact_went();
CREATE TRIGGER member_came AFTER INSERT ON segment_member FOR EACH ROW ${unlessCopied} EXECUTE FUNCTION member_came();
CREATE TRIGGER member_went AFTER DELETE ON segment_member FOR EACH ROW ${unlessCopied} EXECUTE FUNCTION member_went();
`

const counting = `
CREATE FUNCTION record_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF tg_op <> 'INSERT' THEN PERFORM count_record(old.project, old.position, old.type, -1); END IF;
  IF tg_op <> 'DELETE' THEN PERFORM count_record(new.project, new.position, new.type, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER record_moved AFTER INSERT OR DELETE OR UPDATE OF position, type ON record
  FOR EACH ROW ${unlessCopied} EXECUTE FUNCTION record_moved();
`

const executions = `
CREATE FUNCTION execution_went() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM step_execution WHERE project = old.project AND execution = old.seq; RETURN NULL;
END $$;
CREATE TRIGGER execution_went AFTER DELETE ON execution FOR EACH ROW ${unlessCopied} EXECUTE FUNCTION execution_went();
`

/**
 * How often the workflows of a project have changed: another process has what it read of them in mind, and must not look at
 * an event with what is no longer so.
 */
const revisions = `
CREATE FUNCTION workflow_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO workflow_revision AS known VALUES (coalesce(new.project, old.project), 1)
    ON CONFLICT (project) DO UPDATE SET revision = known.revision + 1;
  RETURN NULL;
END $$;
${['workflow', 'workflow_step', 'workflow_transition']
  .map(
    (table) => `CREATE TRIGGER workflow_changed AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION workflow_changed();`,
  )
  .join('\n')}
`

/** Keeps what is counted (count-triggers.ts). */
const counts = [conditionFunctions, ...countings.map(countFunctions), ...countings.map(countTriggers)].join(
  '\n',
)

/** Triggers with their functions. */
export const triggers = calledByTriggers + pending + counts + counting + executions + revisions
