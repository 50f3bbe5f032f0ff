/** Durable jobs. */
export const jobTables = `
  CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    title TEXT NOT NULL,
    import_id INTEGER,
    detail TEXT NOT NULL,
    total INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    problem TEXT,
    dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX job_live ON job (id) WHERE state IN ('queued', 'running', 'paused');
  CREATE INDEX job_lately ON job (ended) WHERE dismissed = 0;
  CREATE INDEX job_by_kind ON job (kind, id);
  CREATE INDEX job_by_import ON job (import_id, id);
`
