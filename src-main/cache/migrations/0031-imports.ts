import { randomInt } from 'node:crypto'
import type { Migration } from '../migrate'

/** Ids of one copy begin at a multiple of this: more imports than anybody makes. */
const spacing = 1_000_000

/**
 * Imports and what was chosen for them; their rows lie in files of their own. `detail` holds what only an open import
 * shows. Ids begin at a random place, so that a page that still shows another profile's import never acts on one of
 * this profile. `import_mapping` remembers where columns went, by the names in a header.
 */
export const imports: Migration = {
  number: 31,
  name: 'imports',
  up(db) {
    db.exec(`
      CREATE TABLE import (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        step TEXT NOT NULL,
        source TEXT NOT NULL,
        unfinished TEXT,
        rows INTEGER,
        problem TEXT,
        written TEXT,
        undone TEXT,
        kept INTEGER NOT NULL,
        detail TEXT NOT NULL
      ) STRICT;
      CREATE TABLE import_mapping (
        key TEXT PRIMARY KEY, columns TEXT NOT NULL, used INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
    db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('import', ?)").run(
      randomInt(1, 2 ** 31) * spacing,
    )
  },
}
