import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { machineClock } from '../../../src-service/clock'
import { createService } from '../../../src-service/create-service'
import { dialects } from '../../../src-service/dialect/dialects'
import { openProject } from '../../../src-service/store/postgres/open-project'
import { startPostgres } from '../../fixtures/postgres'

it.each([dialects.reference, dialects.deployed])(
  'a service is said to live, and not to be ready, while its database is away ($routes)',
  async (dialect) => {
    const folder = mkdtempSync(join(tmpdir(), 'postroom-away-'))
    const server = await startPostgres()
    const at = { url: await server.database(), project: 'tests', connections: 2 }
    const project = await openProject(at, folder, { contacts: 0 }, () => undefined)
    const service = await createService(project.database(), {
      ...{ dialect, rate: 1000, mailsPerSecond: 14, latency: 0, smtp: null, dns: null, clock: machineClock },
      does: 'nothing',
      publicUrl: () => 'http://service.example',
      report: () => undefined,
    })
    await service.start()
    await server.stop()
    expect((await service.app.request('/health/live')).status).toBe(200)
    const ready = await service.app.request('/health/ready')
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'read-only' }])
    await service.stop()
    await project.close()
    rmSync(folder, { recursive: true, force: true })
  },
)
