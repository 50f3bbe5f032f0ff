import type { ServiceDatabase } from '../store/database'

// Of segments and of contacts every change counts; events and members are only ever added and removed.
const watched = {
  contact: ['INSERT', 'UPDATE', 'DELETE'],
  segment: ['INSERT', 'UPDATE', 'DELETE'],
  event: ['INSERT', 'DELETE'],
  segment_member: ['INSERT', 'DELETE'],
}

/**
 * Calls back with every row that this connection changes of what audiences depend on, whoever changes it, and within the
 * transaction: look at it later. Once for a connection.
 */
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
