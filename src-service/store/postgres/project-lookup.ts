import type { Pool } from 'pg'
import { workingLock } from './working-locks'

/** A project that was found. */
export interface FoundProject {
  project: number
  name: string
  /** Whether not all of it is there yet. */
  moving: boolean
}

/** What a key opens: the email service, with either of its keys, or the records. */
export type KeyUse = 'email' | 'records'

const kinds: Readonly<Record<KeyUse, readonly string[]>> = {
  email: ['secret', 'public'],
  records: ['records'],
}

const found = (by: string): string =>
  `SELECT project, name, moving IS NOT NULL AS moving FROM service_project WHERE project = (SELECT ${by}($1))`

/** Finds the projects of a database, behind whose walls it looks at nothing. */
export type ProjectLookup = ReturnType<typeof projectLookup>

/** The look-ups over a pool. Times are milliseconds since 1970. */
export function projectLookup(pool: Pool) {
  async function only<Row>(name: string, text: string, values: unknown[]): Promise<Row | null> {
    const { rows } = await pool.query({ name, text, values })
    // What opens several tells none.
    return rows.length === 1 ? rows[0] : null
  }

  return {
    /** The project that the key of this hash opens; null where none does, or several. */
    ofKey: (hash: string, use: KeyUse) =>
      only<FoundProject>(
        'project_of_key',
        `SELECT DISTINCT p.project, p.name, p.moving IS NOT NULL AS moving
         FROM service_key AS k JOIN service_project AS p ON p.project = k.project WHERE k.hash = $1 AND k.kind = ANY ($2)`,
        [hash, kinds[use]],
      ),
    /** The project whose message has this token; null where none has. */
    ofMessage: (token: string) =>
      only<FoundProject>('project_of_message', found('project_of_message'), [token]),
    /** The project that has a picture under this key; null where none has. */
    ofPicture: (key: string) => only<FoundProject>('project_of_picture', found('project_of_picture'), [key]),
    /** The project that has a contact of this number; null where none has, or several. */
    ofContact: (seq: number) =>
      only<FoundProject>('project_of_contact', found('project_of_contact'), [String(seq)]),
    /** The hashes of all secret keys, by project. */
    async secretHashes(): Promise<{ project: number; hash: string }[]> {
      const { rows } = await pool.query(
        `SELECT k.project, k.hash FROM service_key AS k JOIN service_project AS p ON p.project = k.project
         WHERE k.kind = 'secret' AND p.moving IS NULL`,
      )
      return rows
    },
    /** Up to `limit` projects, of any, for which something is to be done and nobody works, but for those in `except`. */
    async due(now: number, limit: number, except: readonly number[]): Promise<number[]> {
      const { rows } = await pool.query<{ project: number }>({
        name: 'projects_due',
        text: `SELECT project FROM service_project AS p
          WHERE due_at <= $1 AND moving IS NULL AND project <> ALL ($3)
            AND NOT EXISTS (SELECT 1 FROM pg_locks AS l WHERE l.locktype = 'advisory' AND l.classid = $4 AND l.objsubid = 2
              AND l.objid = CAST(p.project AS oid) AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
          ORDER BY random() LIMIT $2`,
        values: [now, limit, except, workingLock],
      })
      return rows.map(({ project }) => project)
    },
    /** Notes when something is to be done for a project that no process has open any more; null where nothing is. */
    async settle(project: number, dueAt: number | null): Promise<void> {
      await pool.query('UPDATE service_project SET due_at = $2 WHERE project = $1', [project, dueAt])
    },
    /** @throws What the database says where it cannot be written. */
    async tryWriting(): Promise<void> {
      await pool.query('UPDATE service_schema SET version = version')
    },
  }
}
