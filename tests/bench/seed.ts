import { inOrder } from '../../src-service/store/in-order'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDataFolder } from '../../src-service/data-folder'

// `npm run bench -- seed [CONTACTS]`: how long the embedded service takes to fill an empty data folder.

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'seed', metric, value: Number(value.toPrecision(4)), unit }))
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Fills one folder. Returns seconds, and bytes on disk. */
async function fillOnce(contacts: number): Promise<{ seconds: number; bytes: number; events: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postroom-seed-'))
  try {
    const start = performance.now()
    const db = await openDataFolder(folder, { contacts })
    const seconds = (performance.now() - start) / 1000
    const events = db.prepare<[], number>('SELECT count(*) FROM event').pluck().get() ?? 0
    db.close()
    return { seconds, events, bytes: statSync(path.join(folder, 'service.db')).size }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints the median time of three fillings, what they made, and the most memory the process had. */
export async function run(contacts = Number(process.argv[2] ?? 100_000)): Promise<void> {
  const runs = await inOrder([1, 2, 3], async () => fillOnce(contacts))
  const seconds = median(runs.map((run) => run.seconds))
  print('contacts', contacts, 'contacts')
  print('events', runs[0]?.events ?? 0, 'events')
  print('time', seconds, 's')
  print('rate', contacts / seconds, 'contacts/s')
  print('size', (runs[0]?.bytes ?? 0) / 1e6, 'MB')
  print('memory', process.resourceUsage().maxRSS / 1024, 'MiB')
}

if (require.main === module) void run()
