/** What was opened last, and when (milliseconds since 1970). Names are those that the copy has when they are asked for. */
export const recentTable = `
  CREATE TABLE recent (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    opened INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`
