import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { askerOf, peopleOf } from '../fixtures/asked'
import { startService, type RunningService } from '../fixtures/service'
import type { Contact } from '../../src-shared/interface/contact'

/** The embedded service of a story. It is asked by its own interface, one question after the other, and can be killed. */
export class StormService {
  private turn: Promise<unknown> = Promise.resolve()

  private constructor(
    private running: RunningService,
    private readonly data: string,
  ) {}

  /** Starts one with so many contacts, and as many records. */
  static async start(contacts: number): Promise<StormService> {
    const data = await mkdtemp(join(tmpdir(), 'postroom-storm-service-'))
    return new StormService(await startService({ contacts, data, rate: 1_000_000 }), data)
  }

  get url(): string {
    return this.running.url
  }
  get secretKey(): string {
    return this.running.secretKey
  }
  get records(): RunningService['records'] {
    return this.running.records
  }

  /** Asks past the console, with the secret key. What it refuses is answered too. */
  ask(path: string, method = 'GET', body?: unknown): Promise<unknown> {
    return this.inTurn(() => askerOf(this.running)(path, method, body))
  }

  /** Asks its record-management interface for an operation. */
  askRecords(operation: string, body: object): Promise<unknown> {
    return this.inTurn(async () => {
      const { url, token, companyId, workspaceId } = this.running.records
      const headers = {
        authorization: `Bearer ${token}`,
        'x-service-company-id': companyId,
        'content-type': 'application/json',
      }
      const sent = JSON.stringify({ workspaceId, ...body })
      return (await fetch(`${url}/v1/${operation}`, { method: 'POST', headers, body: sent })).json()
    })
  }

  /** Everybody whom it holds, by id. */
  people(): Promise<Map<string, Contact>> {
    return this.inTurn(() => peopleOf(askerOf(this.running)))
  }

  /** What its database holds, for what no interface tells. */
  rows(sql: string): Promise<unknown[]> {
    return this.inTurn(() => {
      const db = new Database(join(this.data, 'service.db'), { readonly: true, timeout: 5000 })
      try {
        return Promise.resolve(db.prepare<[], unknown>(sql).all())
      } finally {
        db.close()
      }
    })
  }

  /** SIGKILL, as when the power goes, then a start on the same folder and ports. */
  restart(): Promise<void> {
    return this.inTurn(async () => {
      const port = Number(new URL(this.running.url).port)
      const recordsPort = Number(new URL(this.running.records.url).port)
      await this.running.kill()
      this.running = await startService({ data: this.data, port, recordsPort, rate: 1_000_000 })
    })
  }

  async stop(): Promise<void> {
    await this.inTurn(() => this.running.stop())
    await rm(this.data, { recursive: true, force: true })
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => undefined)
    return done
  }
}
