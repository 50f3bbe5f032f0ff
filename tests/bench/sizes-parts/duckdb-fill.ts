// Fills the file that DuckDB is measured over: what is searched as texts in lower case, what is filtered as columns of its own.
import { rmSync } from 'node:fs'
import { contacts } from '../cache/records'
import { duckdbFile, opened } from './duckdb-file'
import { rows } from './point'

async function fill(): Promise<void> {
  rmSync(duckdbFile, { force: true })
  const db = await opened()
  await db.run(`CREATE TABLE person (row BIGINT, email VARCHAR, text VARCHAR, plan VARCHAR, city VARCHAR, seats INTEGER,
    subscribed BOOLEAN, last_login BIGINT)`)
  const appender = await db.createAppender('person')
  let row = 0
  for (const { email, subscribed, data } of contacts(rows)) {
    appender.appendBigInt(BigInt((row += 1)))
    appender.appendVarchar(email)
    appender.appendVarchar(JSON.stringify(data).toLowerCase())
    appender.appendVarchar(String(data.plan))
    appender.appendVarchar(String(data.city))
    appender.appendInteger(Number(data.seats))
    appender.appendBoolean(subscribed)
    if (data.lastLogin === undefined) appender.appendNull()
    else appender.appendBigInt(BigInt(Date.parse(String(data.lastLogin))))
    appender.endRow()
  }
  appender.closeSync()
  await db.run('CHECKPOINT')
  db.closeSync()
}

void fill()
