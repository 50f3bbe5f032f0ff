// A full run that finds everything as it was.
import { bytesWritten, figure, quantile, size } from './cache/harness'
import { fill, loaded } from './cache/open'

const opened = loaded(size)
const changesBefore = opened.db.prepare('SELECT max(stored) AS stored FROM contact').pluck().get()
const scan = opened.db.prepare('SELECT * FROM contact').raw()
const start = performance.now()
let read = 0
for (const row of scan.iterate()) read += row === null ? 0 : 1
figure('resync', 'floor: reading every row', (read / (performance.now() - start)) * 1000, 'contacts/s')

const rates: number[] = []
const written: number[] = []
for (let round = 0; round < 3; round += 1) {
  const before = bytesWritten()
  const samples = fill(opened, size)
  rates.push((size / samples.reduce((sum, ms) => sum + ms, 0)) * 1000)
  written.push(bytesWritten() - before)
}
figure('resync', 'unchanged', quantile(rates, 0.5), 'contacts/s')
figure('resync', 'written', quantile(written, 0.5) / 1e6, 'MB')
const rewritten = opened.db
  .prepare('SELECT count(*) FROM contact WHERE stored > ?')
  .pluck()
  .get(changesBefore)
figure('resync', 'rows rewritten', Number(rewritten), 'rows')
opened.db.close()
