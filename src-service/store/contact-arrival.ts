import { contactColumns, contactRow, type ContactRow, type StoredContact } from './contact-row'
import { arrival, foldAscii, type ServiceDatabase, statements } from './statements'

/** A contact as it is made where there is none of its address. `now`: milliseconds since 1970. */
interface ArrivingContact {
  email: string
  subscribed: 0 | 1
  data: string
  now: number
}

/** Finds the contact of an address, without regard to case, or makes it: within the transaction that is open. */
export type ContactArrival = (arriving: ArrivingContact) => Promise<{ row: ContactRow; isNew: boolean }>

const make = `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
  SELECT @email, @subscribed, @data, t, t FROM (SELECT ${arrival('contact')} AS t) AS arrived`

/** How contacts arrive in a database: in one way to it, where the way is long. */
export function contactArrival(db: ServiceDatabase): ContactArrival {
  return db.engine === 'postgres' ? inOneStatement(db) : inTwo(db)
}

function inTwo(db: ServiceDatabase): ContactArrival {
  const sql = statements(db)
  const find = sql.row<[email: string], StoredContact>(
    `SELECT ${contactColumns} FROM contact WHERE ${sql.folded('email')} = ?`,
  )
  const insert = sql.made<[ArrivingContact], StoredContact>(`${make} RETURNING ${contactColumns}`)
  return async (arriving) => {
    const found = await find(foldAscii(arriving.email))
    return { row: contactRow(found ?? (await insert(arriving))), isNew: !found }
  }
}

function inOneStatement(db: ServiceDatabase): ContactArrival {
  const sql = statements(db)
  const findOrMake = sql.made<[ArrivingContact & { folded: string }], StoredContact & { isNew: boolean }>(
    `WITH found AS (SELECT ${contactColumns} FROM contact WHERE ${sql.folded('email')} = @folded),
       made AS (${make} WHERE NOT EXISTS (SELECT 1 FROM found) RETURNING ${contactColumns})
     SELECT *, FALSE AS "isNew" FROM found UNION ALL SELECT *, TRUE FROM made`,
  )
  return async (arriving) => {
    const { isNew, ...stored } = await findOrMake({ ...arriving, folded: foldAscii(arriving.email) })
    return { row: contactRow(stored), isNew }
  }
}
