// Writes a file to import: of the bench's contacts, in an order of its own, 60 in 100 rows unchanged, 20 changed, 15
// new, 2 duplicates, 1 at fault, 2 with a misspelt domain.
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { seeded } from '../../fixtures/seeded'
import { contacts } from '../cache/records'

const [count, path] = [Number(process.argv[2]), process.argv[3] ?? '']
const draw = seeded(11)

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const rows: string[] = []
let last = ''
for (const { email, data } of contacts(count)) {
  // The service takes no address that is not ASCII: these are replaced by new people, of whom there are fewer among the rest.
  const sendable = /^[\x20-\x7e]*$/.test(email)
  const share = sendable ? draw() : 0.25
  const row: Record<string, unknown> = { ...data }
  let address = email
  if (!sendable) address = `person${rows.length}@firm.example`
  if (share < 0.2) row['plan'] = row['plan'] === 'pro' ? 'team' : 'pro'
  else if (!sendable) row['plan'] = 'free'
  else if (share < 0.25) address = `new.${email}`
  else if (share < 0.27 && last !== '') address = last
  else if (share < 0.28) address = email.replace('@', ' at ')
  else if (share < 0.3) address = `${email.slice(0, email.indexOf('@'))}${rows.length}@gmial.com`
  last = address
  const { firstName, lastName, plan, city, seats, trial, lastLogin } = row
  const note = rows.length % 20 === 0 ? 'Met at the fair, "warm"\nasked for a call' : ''
  rows.push([address, firstName, lastName, plan, city, seats, trial, lastLogin, note].map(cell).join(','))
}
// A file of somebody else's is not in the order of our copy.
for (let at = rows.length - 1; at > 0; at -= 1) {
  const other = Math.floor(draw() * (at + 1))
  const held = rows[at] ?? ''
  rows[at] = rows[other] ?? ''
  rows[other] = held
}
const file = openSync(path, 'w')
writeSync(file, 'email,firstName,lastName,plan,city,seats,trial,lastLogin,note\n')
for (let at = 0; at < rows.length; at += 10_000)
  writeSync(file, `${rows.slice(at, at + 10_000).join('\n')}\n`)
closeSync(file)
process.send?.({ bytes: statSync(path).size })
