// What a first load leaves on the disk, and what it writes on the way.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { bytesWritten, figure, size } from './cache/harness'
import { fill, open, scratch } from './cache/open'
import { contacts } from './cache/records'

let json = 0
for (const contact of contacts(size)) json += Buffer.byteLength(JSON.stringify(contact))
const folder = scratch('disk')
const opened = open(folder)
const before = bytesWritten()
fill(opened, size)
opened.settle()
opened.db.pragma('wal_checkpoint(TRUNCATE)')
opened.db.close()
const written = bytesWritten() - before
const database = statSync(join(folder, 'cache.db')).size
figure('disk', 'JSON', json / 1e6, 'MB')
figure('disk', 'database', database / 1e6, 'MB')
figure('disk', 'database to JSON', database / json, 'x')
figure('disk', 'written', written / 1e6, 'MB')
figure('disk', 'written to database', written / database, 'x')
