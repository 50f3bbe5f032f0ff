/**
 * Imports and what was chosen for them; their rows lie in files of their own. `head` holds what a list shows,
 * `detail` what only an open import does. Ids begin at a random place, so that a page that still shows another profile's import never acts on one of
 * this profile. `import_mapping` remembers where columns went, by the names in a header, and from which file that is.
 * `import_person`: whom each import wrote, by the service's id (rows of contacts are given to others in time, ids are not),
 * kept as long as the import's record, which is longer than its rows.
 */
export const importTables = `
  CREATE TABLE import (
    id INTEGER PRIMARY KEY AUTOINCREMENT, head TEXT NOT NULL, detail TEXT NOT NULL
  ) STRICT;
  CREATE TABLE import_mapping (
    key TEXT PRIMARY KEY, columns TEXT NOT NULL, used INTEGER NOT NULL, name TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE import_person (
    import INTEGER NOT NULL, contact_id TEXT NOT NULL, PRIMARY KEY (import, contact_id)
  ) STRICT, WITHOUT ROWID;
`
