import { connect } from '../../src-main/core/database/database'

/** Locks the local copy in a file for so many milliseconds, as another program that writes to it does, and says "held" then. */
function main([path = '', key = '', ms = '']: string[]): void {
  const db = connect(path, key === '' ? null : key)
  db.exec('BEGIN IMMEDIATE')
  process.stdout.write('held\n')
  setTimeout(() => db.close(), Number(ms))
}

main(process.argv.slice(2))
