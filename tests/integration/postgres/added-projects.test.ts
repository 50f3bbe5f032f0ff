import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src-service/commands'
import { openProject } from '../../../src-service/store/postgres/open-project'
import { statements } from '../../../src-service/store/statements'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'

describe('a project that is added by its name', () => {
  let server: PostgresServer
  let folder: string
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
    folder = mkdtempSync(join(tmpdir(), 'postroom-added-'))
    url = await server.database()
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['asked', ['--contacts', '5'], 5],
    ['asked-in-one-word', ['--contacts=7'], 7],
    ['unasked', [], 0],
  ])('holds as many contacts of the sample as it is asked for: %s', async (project, more, contacts) => {
    await runCommand(['project', 'add', project, `--database=${url}`, ...more])
    const options = { url, project, connections: 2 }
    const opened = await openProject(options, folder, { contacts: 0 }, () => undefined)
    const count = statements(opened.database()).count<[]>('SELECT count(*) FROM contact')
    expect(await count()).toBe(contacts)
    await opened.close()
  })
})
