import { type Change, conditionsFollowed, conditionVariables } from './condition-triggers'
import { lookedAt } from './pending-triggers'

/** What is copied from another database brings with it what triggers would make of it. */
export const unlessCopied = "WHEN (current_setting('service.copying', true) IS DISTINCT FROM 'on')"

/** A table whose rows are counted, by one of its columns, in another that has the project and that column as its key. */
export interface Counting {
  table: string
  by: string
  counts: string
  /** The column that counts. */
  count: string
  /** What the functions are called by. */
  prefix: string
  /** What else is done with the rows that came and went. */
  also?(change: Change): string
}

/** How many contacts there are, and are subscribed. */
export const contactCounting: Counting = {
  ...{ table: 'contact', by: 'subscribed', counts: 'contact_count', count: 'contacts', prefix: 'contacts' },
  also: (change) => (change === 'went' ? '' : lookedAt('seq')) + conditionsFollowed(change),
}
/** How many events there are of each name. */
export const eventCounting: Counting = {
  ...{ table: 'event', by: 'name', counts: 'event_count', count: 'events', prefix: 'events' },
  also: (change) => (change === 'came' ? lookedAt('contact') : ''),
}
/** How many members of each segment are written down. */
export const memberCounting: Counting = {
  ...{ table: 'segment_member', by: 'segment', counts: 'member_count', count: 'members', prefix: 'members' },
}
/** All of them. */
export const countings: readonly Counting[] = [contactCounting, eventCounting, memberCounting]

/** Counts the rows of the project that a connection is set to, where nothing has counted them yet. */
export const allCounted = countings.map(countedAll).join('\n')

/** The same for one table. */
export function countedAll({ table, by, counts }: Counting): string {
  return `INSERT INTO ${counts} SELECT project, ${by}, count(*) FROM ${table} GROUP BY project, ${by};`
}

/**
 * Functions that keep a count, once for each statement: a row that is written again and again within one would leave as many
 * behind.
 */
export function countFunctions({ by, counts, count, prefix, also = () => '' }: Counting): string {
  const added = `ON CONFLICT (project, ${by}) DO UPDATE SET ${count} = known.${count} + excluded.${count}`
  const made = (change: Change, text: string): string =>
    `CREATE OR REPLACE FUNCTION ${prefix}_${change}() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE ${conditionVariables} BEGIN ${text}; ${also(change)} RETURN NULL; END $$;`
  return [
    made(
      'came',
      `INSERT INTO ${counts} AS known SELECT project, ${by}, count(*) FROM came GROUP BY project, ${by} ${added}`,
    ),
    made(
      'turned',
      `INSERT INTO ${counts} AS known
        SELECT project, ${by}, sum(change) FROM (
          SELECT project, ${by}, 1 AS change FROM came UNION ALL SELECT project, ${by}, -1 FROM went
        ) AS turned GROUP BY project, ${by} HAVING sum(change) <> 0 ${added}`,
    ),
    made(
      'went',
      `UPDATE ${counts} AS known SET ${count} = known.${count} - less.${count}
        FROM (SELECT project, ${by}, count(*) AS ${count} FROM went GROUP BY project, ${by}) AS less
        WHERE known.project = less.project AND known.${by} = less.${by}`,
    ),
  ].join('\n')
}

/** The triggers that call them. */
export function countTriggers({ table, prefix }: Counting): string {
  const made = (change: Change, when: string): string =>
    `CREATE TRIGGER ${prefix}_${change} AFTER ${when} FOR EACH STATEMENT ${unlessCopied} EXECUTE FUNCTION ${prefix}_${change}();`
  return [
    made('came', `INSERT ON ${table} REFERENCING NEW TABLE AS came`),
    made('turned', `UPDATE ON ${table} REFERENCING OLD TABLE AS went NEW TABLE AS came`),
    made('went', `DELETE ON ${table} REFERENCING OLD TABLE AS went`),
  ].join('\n')
}
