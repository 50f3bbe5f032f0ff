/** The kinds of key that open a project, each with its table and column. */
const keyColumns = [
  ['secret', 'project', 'secret_hash'],
  ['public', 'project', 'public_hash'],
  ['records', 'record_account', 'token_hash'],
] as const

function keyTrigger(table: string): string {
  const kinds = keyColumns.filter(([, of]) => of === table)
  const columns = kinds.map(([, , column]) => column).join(', ')
  return `
CREATE FUNCTION ${table}_keys() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF tg_op <> 'INSERT' THEN
    DELETE FROM service_key WHERE project = old.project AND kind IN (${kinds.map(([kind]) => `'${kind}'`).join(', ')});
  END IF;
  IF tg_op <> 'DELETE' THEN
    INSERT INTO service_key (hash, project, kind) SELECT hash, new.project, kind
      FROM (VALUES ${kinds.map(([kind, , column]) => `(new.${column}, '${kind}')`).join(', ')}) AS given (hash, kind) WHERE hash <> '';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ${table}_keys AFTER INSERT OR DELETE OR UPDATE OF ${columns} ON ${table}
  FOR EACH ROW EXECUTE FUNCTION ${table}_keys();`
}

/**
 * Where to look for what names no project: behind the wall of each of these projects, one after the other. What several may have
 * is found where one alone does.
 */
function searching(name: string, projects: string, found: string, { bySeveral = false } = {}): string {
  const isFound = bySeveral
    ? 'IF owner IS NOT NULL THEN owner := NULL; EXIT; END IF; owner := each;'
    : 'owner := each; EXIT;'
  return `
CREATE OR REPLACE FUNCTION ${name}(given text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  before text := coalesce(current_setting('service.project', true), '');
  each integer;
  owner integer;
BEGIN
  FOR each IN ${projects} LOOP
    PERFORM set_config('service.project', CAST(each AS text), true);
    IF EXISTS (SELECT 1 FROM ${found}) THEN ${isFound} END IF;
  END LOOP;
  PERFORM set_config('service.project', before, true);
  RETURN owner;
END $$;`
}

/**
 * Finds who has a contact. Projects of a database count their contacts together, so that the number of one that was made in it is
 * nobody else's; a file counts from 1, and what was copied from it has the numbers of other files.
 */
export const ownersOfContacts = searching(
  'project_of_contact',
  'SELECT project FROM service_project WHERE moving IS NULL',
  'contact WHERE project = each AND seq = CAST(given AS bigint)',
  { bySeveral: true },
)

/**
 * What tells the project of a request, without anybody seeing the rows of several: the hashes of its keys, in a table of their
 * own that the tables of each project keep up to date, and what finds who has a message or a picture. A token names its project
 * (engine-sql.ts); of projects whose messages are older, `unnamed_tokens`, each is asked.
 * `due_at` (milliseconds since 1970) is when something is to be done for a project that no process has open, 0 while one has,
 * and null where nothing is.
 */
export const projectsText = `
ALTER TABLE service_project ADD COLUMN due_at bigint DEFAULT 0;
ALTER TABLE service_project ADD COLUMN unnamed_tokens boolean NOT NULL DEFAULT false;
CREATE TABLE service_key (hash text COLLATE "C" NOT NULL, project integer NOT NULL, kind text NOT NULL, PRIMARY KEY (hash, project, kind));
CREATE INDEX service_key_project ON service_key (project);
${keyTrigger('project')}
${keyTrigger('record_account')}
${searching(
  'project_of_message',
  `SELECT project FROM service_project
    WHERE given ~ '^[0-9a-f]{32}$' AND moving IS NULL
      AND (unnamed_tokens OR project = CAST(CAST('x' || substr(given, 9, 6) AS bit(24)) AS integer))
    ORDER BY unnamed_tokens, project`,
  'message WHERE project = each AND token = given',
)}
${searching(
  'project_of_picture',
  'SELECT project FROM service_project WHERE moving IS NULL ORDER BY project',
  'upload WHERE project = each AND key = given',
)}
`

/** The same for projects that are there already. */
export const projectsOfBefore = `${projectsText}
UPDATE service_project SET unnamed_tokens = true;
DO $$ DECLARE each integer; BEGIN
  FOR each IN SELECT project FROM service_project LOOP
    PERFORM set_config('service.project', CAST(each AS text), true);
    ${keyColumns
      .map(
        ([kind, table, column]) =>
          `INSERT INTO service_key (hash, project, kind) SELECT ${column}, project, '${kind}' FROM ${table} WHERE ${column} <> '';`,
      )
      .join('\n    ')}
  END LOOP;
END $$;`
