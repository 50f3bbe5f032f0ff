import { randomInt } from 'node:crypto'
import type { Client } from 'pg'

/** The first number of the lock that whoever works for a project holds. */
export const workingLock = 0x706f7377
/** That of the lock of whoever waits for another process to give a project up. */
const wantedLock = 0x706f7361
/** That of the lock that all processes share which serve all projects, with 0 as its second. */
const servingLock = 0x706f7370

/** That of the lock of a process that sends mail, whose second is the number that messages on their way from it have. */
const sendingLock = 0x706f736d

/** Which of the locks that pg_locks shows are ours, and held. */
const held = `locktype = 'advisory' AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
const projectOf = 'CAST(objid AS integer)'

/** A process, as the locks that its connection holds tell of it: none of it outlives the process. */
export interface WorkingProcess {
  isThis: boolean
  /** Whether it serves all projects, and so shares their work with others that do. */
  isSharing: boolean
  /** The projects that it works for. */
  working: readonly number[]
  /** Those that it waits for another process to give up. */
  wanting: readonly number[]
}

/** All processes that hold a lock of work, with their projects in no order. */
export async function processesAtWork(on: Client): Promise<WorkingProcess[]> {
  const those = (lock: number) =>
    `coalesce(array_agg(${projectOf} ORDER BY random()) FILTER (WHERE classid = ${lock}), '{}')`
  const { rows } = await on.query<WorkingProcess>(
    `SELECT pid = pg_backend_pid() AS "isThis", bool_or(classid = ${servingLock}) AS "isSharing",
       ${those(workingLock)} AS working, ${those(wantedLock)} AS wanting
     FROM pg_locks WHERE ${held} AND classid IN (${servingLock}, ${workingLock}, ${wantedLock}) GROUP BY pid`,
  )
  return rows
}

/** Has the process that keeps this connection be one of those that share the work. */
export async function shareWork(on: Client): Promise<void> {
  await on.query(`SELECT pg_advisory_lock_shared(${servingLock}, 0)`)
}

/** Takes the lock of those of these projects that nobody works for, nor another process waits for. */
export async function lockWork(on: Client, projects: readonly number[]): Promise<number[]> {
  const { rows } = await on.query<{ project: number }>(
    `SELECT project FROM unnest($1::integer[]) AS project WHERE CASE
       WHEN project = ANY (ARRAY(SELECT ${projectOf} FROM pg_locks WHERE ${held} AND classid = ${wantedLock} AND pid <> pg_backend_pid()))
       THEN false ELSE pg_try_advisory_lock(${workingLock}, project) END`,
    [projects],
  )
  return rows.map(({ project }) => project)
}

/** Lets go of it. */
export async function unlockWork(on: Client, project: number): Promise<void> {
  await on.query(`SELECT pg_advisory_unlock(${workingLock}, $1)`, [project])
}

/** Says whether this process waits for a project. False where another one does already. */
export async function setWanted(on: Client, project: number, isWanted: boolean): Promise<boolean> {
  const change = isWanted ? 'pg_try_advisory_lock' : 'pg_advisory_unlock'
  const { rows } = await on.query<{ done: boolean }>(`SELECT ${change}(${wantedLock}, $1) AS done`, [project])
  return rows[0]?.done ?? false
}

/** Has the process that keeps this connection be one that sends mail. Gives the number by which others know it. */
export async function beSender(on: Client): Promise<number> {
  for (;;) {
    const sender = randomInt(1, 2 ** 31)
    const { rows } = await on.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS mine', [
      sendingLock,
      sender,
    ])
    if (rows[0]?.mine) return sender
  }
}

/** A query of the numbers of all processes that send mail. */
export const liveSenders = `SELECT ${projectOf} AS sender FROM pg_locks WHERE ${held} AND classid = ${sendingLock}`
