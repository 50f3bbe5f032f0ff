/**
 * What the service tells of the project: what went on, the newest of it without a gap, and what will be sent. Times are
 * milliseconds since 1970. `project_activity_reading` is the one row of the last reading: `whole` where nothing older is.
 */
export const projectActivityTables = `
  CREATE TABLE project_activity (
    id TEXT NOT NULL,
    ahead INTEGER NOT NULL CHECK (ahead IN (0, 1)),
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    contact_id TEXT,
    email TEXT,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    amount INTEGER,
    PRIMARY KEY (ahead, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_activity_by_time ON project_activity (ahead, at, id);
  CREATE TABLE project_activity_reading (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL,
    whole INTEGER NOT NULL CHECK (whole IN (0, 1))
  ) STRICT;
`
