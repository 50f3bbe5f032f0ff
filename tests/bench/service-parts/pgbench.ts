import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresPrograms } from '../../fixtures/postgres'

/** What pgbench is asked to do. */
interface Wishes {
  /** Whose rows it sees. */
  project: number
  /** The lines of its script: one transaction. */
  script: readonly string[]
  clients: number
}

/** Has pgbench do something for five seconds. Returns transactions a second, and the mean of what one takes in milliseconds. */
export async function pgbench(
  url: string,
  { project, script, clients }: Wishes,
): Promise<{ rate: number; latency: number }> {
  const { searchParams, username, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'postroom-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script.map((line) => `${line}\n`).join(''))
    const args = [
      '-n',
      '-T',
      '5',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '1',
      '-f',
      file,
      pathname.slice(1),
    ]
    const { stdout } = await promisify(execFile)(join(postgresPrograms() ?? '', 'pgbench'), args, {
      env: {
        ...process.env,
        PGHOST: searchParams.get('host') ?? '',
        PGUSER: username,
        PGOPTIONS: `-c service.project=${project} -c jit=off`,
      },
    })
    const found = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
    return { rate: found(/tps = ([\d.]+)/), latency: found(/latency average = ([\d.]+)/) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
