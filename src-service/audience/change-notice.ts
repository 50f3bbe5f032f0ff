import type { ServiceDatabase } from '../store/database'

// Of segments and of contacts every change counts; events and members are only ever added and removed.
const watched = {
  contact: ['INSERT', 'UPDATE', 'DELETE'],
  segment: ['INSERT', 'UPDATE', 'DELETE'],
  event: ['INSERT', 'DELETE'],
  segment_member: ['INSERT', 'DELETE'],
}

/** Calls back with every row this connection changes of what audiences depend on, within the transaction. */
export function noticeChanges(db: ServiceDatabase, noticed: () => void): void {
  db.function('audience_changed', () => {
    noticed()
    return null
  })
  for (const [table, changes] of Object.entries(watched)) {
    for (const change of changes) {
      db.exec(
        `CREATE TEMP TRIGGER notice_${table}_${change} AFTER ${change} ON main.${table}
         BEGIN SELECT audience_changed(); END`,
      )
    }
  }
}
