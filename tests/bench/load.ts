// The first load: pages of 100 into an empty cache, with everything that commits with them.
import { openDatabase } from '../../src-main/core/database/database'
import { figure, quantile, size } from './cache/harness'
import { fill, key, open, scratch } from './cache/open'
import { pages } from './cache/records'

const floorDb = openDatabase({ folder: scratch('load-floor'), key }, [])
floorDb.exec('CREATE TABLE floor (row INTEGER PRIMARY KEY, json TEXT)')
const put = floorDb.prepare<[string]>('INSERT INTO floor (json) VALUES (?)')
let floorMs = 0
for (const records of pages(Math.min(size, 200_000))) {
  const start = performance.now()
  floorDb.exec('BEGIN')
  for (const record of records) put.run(JSON.stringify(record))
  floorDb.exec('COMMIT')
  floorMs += performance.now() - start
}
floorDb.close()
figure('load', 'floor: JSON into a bare table', (Math.min(size, 200_000) / floorMs) * 1000, 'contacts/s')

const opened = open(scratch('load'))
const samples = fill(opened, size)
const total = samples.reduce((sum, ms) => sum + ms, 0)
figure('load', 'first load', (size / total) * 1000, 'contacts/s')
figure('load', 'page p50', quantile(samples, 0.5), 'ms')
figure('load', 'page p99', quantile(samples, 0.99), 'ms')
figure('load', 'page longest', Math.max(...samples), 'ms')
const start = performance.now()
figure('load', 'keys built at the end: longest slice', opened.settle(), 'ms')
figure('load', 'keys built at the end', performance.now() - start, 'ms')
opened.db.close()
