import { indexes, tables } from '../schema'
import { functions, plainTexts } from './functions'
import { ownersOfContacts, projectsOfBefore, projectsText } from './projects-text'
import { limitKept, limitText } from './shared-limit'
import { paceColumns } from './shared-pace'
import { conditionFunctions } from './condition-triggers'
import { contactWrites } from './contact-writes'
import {
  contactCounting,
  countedAll,
  countFunctions,
  type Counting,
  countings,
  countTriggers,
  eventCounting,
  memberCounting,
} from './count-triggers'
import { withoutEachRow } from './pending-triggers'
import { calledByTriggers, triggers } from './triggers'

/** The tables are those of SQLite, each with the number of the project first in its key. */
const columnTypes: Readonly<Record<string, string>> = {
  INTEGER: 'bigint',
  // As bytes, which is how SQLite compares texts.
  TEXT: 'text COLLATE "C"',
  BLOB: 'bytea',
}
/** What conditions ask within: parsed once, when it is written. */
const jsonColumns: Readonly<Record<string, string>> = {
  'contact.data': 'jsonb',
  // As it was written: nothing but one name in it is ever asked for.
  'workflow_step.config': 'json',
}
/** Words that PostgreSQL keeps for itself. */
const reserved = /\bonly\b/g

interface Table {
  name: string
  columns: string[]
  key: string[]
  unique: string[]
  counted: boolean
  /** Columns that a file has not: those that follow from others, and those for several processes. */
  derived: string[]
}

/** Which process a message is on its way from (working-locks.ts). */
const sender = 'sender integer'

function tableOf(name: string, body: string): Table {
  const table: Table = { name, columns: [], key: [], unique: [], counted: false, derived: [] }
  for (const line of body.replaceAll(reserved, '"only"').split(/,?\n/)) {
    const text = line.trim()
    const whole = /^PRIMARY KEY \((.*)\)$/.exec(text)
    if (whole?.[1]) table.key = whole[1].split(', ')
    const column = /^("?\w+"?) (INTEGER|TEXT|BLOB)(.*)$/.exec(text)
    if (column) addColumn(table, column[1] ?? '', column[2] ?? '', column[3] ?? '')
    // A CHECK of its own line belongs to the column before it.
    else if (text.startsWith('CHECK')) table.columns[table.columns.length - 1] += ` ${text}`
  }
  if (name === 'message') table.derived.push(sender)
  return table
}

function addColumn(table: Table, name: string, type: string, rest: string): void {
  if (rest.includes('PRIMARY KEY')) table.key = [name]
  if (rest.includes('UNIQUE')) table.unique.push(name)
  // A column and not an expression in an index: behind the wall between projects PostgreSQL looks up by an index only what
  // it knows to tell nothing, which of lower() it does not.
  if (rest.includes('COLLATE NOCASE'))
    table.derived.push(`${name}_folded text COLLATE "C" GENERATED ALWAYS AS (lower(${name})) STORED`)
  // What SQLite numbers by itself.
  const counted = name === 'seq' || name === 'number'
  table.counted ||= counted
  const plain = rest.replaceAll(/ (PRIMARY KEY|AUTOINCREMENT|UNIQUE|COLLATE NOCASE)/g, '')
  const given = counted ? ` NOT NULL DEFAULT nextval('${table.name}_${name}')` : plain
  table.columns.push(`${name} ${jsonColumns[`${table.name}.${name}`] ?? columnTypes[type]}${given}`)
}

const all = [...tables.matchAll(/CREATE TABLE (\w+) \(\n(.*?)\n\) STRICT/gs)].map(
  ([, name = '', body = '']) => tableOf(name, body),
)

const plain = { unique: [], counted: false, derived: [] }
/** How many rows there are, which counting 10,000,000 for each list would take a second for (count-triggers.ts). */
function countTable({ counts, by, count }: Counting): Table {
  const columns = [`${by} bigint NOT NULL`, `${count} bigint NOT NULL`]
  return { ...plain, name: counts, columns, key: [by] }
}
/**
 * How many contacts fit conditions that were asked for, each a text of SQL over `c`, when they were last compared; and contacts
 * that have changed since, as they were then: of one that is new, its number alone (condition-triggers.ts). Until it `is_ready` a
 * count is what has changed since it was noted. `token` tells it from one of the same condition that was noted later.
 */
const conditionTables: readonly Table[] = [
  {
    ...{ ...plain, name: 'condition_count', key: ['hash'] },
    columns: [
      ...['hash text COLLATE "C" NOT NULL', 'condition text NOT NULL', 'token text NOT NULL'],
      ...['contacts bigint NOT NULL DEFAULT 0', 'is_ready boolean NOT NULL DEFAULT false'],
      'asked_on date NOT NULL DEFAULT CURRENT_DATE',
    ],
  },
  {
    ...{ ...plain, name: 'contact_before', key: ['seq'] },
    columns: [
      ...[
        'seq bigint NOT NULL',
        'email text COLLATE "C"',
        'email_folded text COLLATE "C"',
        'subscribed bigint',
      ],
      ...['data jsonb', 'created_at bigint', 'updated_at bigint'],
    ],
  },
]
const paceTable: Table = { ...plain, name: 'mail_pace', columns: [...paceColumns], key: [] }
/** Which process calls the webhook of an execution (webhook-claims.ts). */
const claimTable: Table = {
  ...{ ...plain, name: 'webhook_claim', key: ['execution'] },
  columns: ['execution bigint NOT NULL', 'caller integer NOT NULL'],
}
/** How many were in each segment of the deployed dialect when one of the processes counted it last (segment-counts.ts). */
const lastCountTable: Table = {
  ...{ ...plain, name: 'segment_count', key: ['segment'] },
  columns: ['segment bigint NOT NULL', 'contacts bigint NOT NULL', 'sweep bigint NOT NULL'],
}
/** What several processes need, or so many rows, and a file does not. */
const ofSeveral: readonly Table[] = [
  { ...plain, name: 'workflow_revision', columns: ['revision bigint NOT NULL'], key: [] },
  ...countings.map(countTable),
  ...conditionTables,
  paceTable,
  lastCountTable,
  claimTable,
]

/** The tables whose every row belongs to a project. */
export const projectTables: ReadonlySet<string> = new Set([...all, ...ofSeveral].map(({ name }) => name))

/** A table as it is copied. */
export interface CopiedTable {
  name: string
  /** As both engines call them. */
  columns: string[]
  /** The column that is counted up by itself; null without one. */
  counter: string | null
}

/** The same tables, in an order in which they can be filled. */
export const copiedTables: readonly CopiedTable[] = all.map(({ name, columns, counted }) => {
  const names = columns.map((column) => column.split(' ')[0] ?? '')
  return { name, columns: names, counter: counted ? (names[0] ?? null) : null }
})

/** How many parts each table has, by a hash of the project; null for one that is in one piece. */
export type Partitions = number | null

function tableText({ name, columns, key, unique, counted, derived }: Table, partitions: Partitions): string {
  const number = columns[0]?.startsWith('number') ? 'number' : 'seq'
  const uniques = unique.map((column) => `, UNIQUE (project, ${column})`).join('')
  const text =
    `CREATE TABLE ${name} (project integer NOT NULL DEFAULT CAST(current_setting('service.project') AS integer), ` +
    `${[...columns, ...derived].join(', ')}, ` +
    `PRIMARY KEY (${['project', ...key].join(', ')})${uniques})`
  const sequence = counted ? `CREATE SEQUENCE ${name}_${number};` : ''
  const parts = Array.from(
    { length: partitions ?? 0 },
    (_, at) =>
      `CREATE TABLE ${name}_${at} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${at});`,
  )
  return `${sequence}\n${text}${partitions === null ? '' : ' PARTITION BY HASH (project)'};\n${parts.join('\n')}`
}

/** The second wall: whatever a statement says, a connection sees the rows of the project that it works for. */
function wall(name: string): string {
  return `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY; ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_project ON ${name} USING (project = CAST(nullif(current_setting('service.project', true), '') AS integer));`
}

/** The indexes are those of SQLite, each beginning with the project; an index of addresses holds them folded. */
function indexTexts(): string {
  return [...indexes.matchAll(/CREATE (UNIQUE )?INDEX (\w+) ON (\w+) \((.*)\)( WHERE .*)?;/g)]
    .map(([, unique = '', name, table, columns = '', where = '']) => {
      const of = name === 'contact_email' ? 'email_folded' : columns
      return `CREATE ${unique}INDEX ${name} ON ${table} (project, ${of})${where};`
    })
    .join('\n')
}

/** Members, who came last first: of a file they are sorted each time. */
const membersByTime =
  'CREATE INDEX segment_member_added ON segment_member (project, segment, added_at, contact);'

/** What is being moved here from a file, `moving`, and how far each table is: by how many rows, up to which row of the file. */
const moves = `ALTER TABLE service_project ADD COLUMN moving text;
  CREATE TABLE service_move (project integer NOT NULL, name text NOT NULL, rows bigint NOT NULL, last bigint,
    PRIMARY KEY (project, name));`

/** Everything that a new database of the service holds. */
export function schemaText(partitions: Partitions): string {
  const made = [...all, ...ofSeveral].map((table) => tableText(table, partitions)).join('\n')
  return `${functions}\n${made}\n${indexTexts()}\n${membersByTime}\n${triggers}\n${contactWrites}\n${[...projectTables].map(wall).join('\n')}
    ${limitText}
    CREATE TABLE service_project (project serial PRIMARY KEY, name text NOT NULL UNIQUE);
    ${moves}
    ${projectsText}
    ${ownersOfContacts}
    CREATE TABLE service_schema (version integer NOT NULL);
    INSERT INTO service_schema VALUES (${postgresVersion});`
}

/** Counts rows that are there before anything keeps their count, of every project. */
function countedOfAll(...counted: readonly Counting[]): string {
  return `DO $$ DECLARE each integer; BEGIN
      FOR each IN SELECT project FROM service_project LOOP
        PERFORM set_config('service.project', CAST(each AS text), true);
        ${counted.map(countedAll).join('\n')}
      END LOOP;
    END $$;`
}

/** What makes tables of version 1 those of version 2, and so on. */
export const migrations: readonly string[] = [
  `${calledByTriggers}
    ${moves}
    ${tableText(countTable(contactCounting), null)}
    ${countedOfAll(contactCounting)}
    ${wall(contactCounting.counts)}
    ${countFunctions(contactCounting)}
    ${countTriggers(contactCounting)}`,
  projectsOfBefore,
  `${[eventCounting, memberCounting].map((each) => tableText(countTable(each), null)).join('\n')}
    ${countedOfAll(eventCounting, memberCounting)}
    ${conditionTables.map((table) => tableText(table, null)).join('\n')}
    ${[eventCounting.counts, memberCounting.counts, ...conditionTables.map(({ name }) => name)].map(wall).join('\n')}
    ${conditionFunctions}
    ${countings.map(countFunctions).join('\n')}
    ${membersByTime}
    ${[eventCounting, memberCounting].map(countTriggers).join('\n')}`,
  `${withoutEachRow} ${countings.map(countFunctions).join('\n')} ${contactWrites}`,
  limitKept,
  `ALTER TABLE message ADD COLUMN ${sender}; ${tableText(paceTable, null)} ${wall(paceTable.name)}`,
  ownersOfContacts,
  plainTexts,
  `${tableText(lastCountTable, null)} ${wall(lastCountTable.name)}`,
  contactWrites,
  `${tableText(claimTable, null)} ${wall(claimTable.name)}`,
]

/** The version of the tables, kept in `service_schema`. */
export const postgresVersion = migrations.length + 1
