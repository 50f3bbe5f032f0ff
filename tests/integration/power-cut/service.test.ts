import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src-service/store/database'
import { askerOf } from '../../fixtures/asked'
import { startService } from '../../fixtures/service'
import { cutLog, drawCuts, snapshot } from './log'

const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-power-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('opens the database of the service wherever its log was cut, with what was answered by then', async () => {
  const service = await startService({ contacts: 0, data: temporary() })
  onTestFinished(async () => void (await service.stop()))
  const ask = askerOf(service)
  const log = join(service.data, 'service.db-wal')
  const answered: { length: number; people: number }[] = []
  for (let people = 1; people <= 12; people += 1) {
    await ask('/contacts', 'POST', { email: `person${people}@example.com`, data: { step: people } })
    answered.push({ length: statSync(log).size, people })
  }
  const [whole, cut] = [join(temporary(), 'whole'), join(temporary(), 'cut')]
  snapshot(service.data, whole)
  snapshot(service.data, cut)
  for (const each of drawCuts(join(whole, 'service.db-wal'), 31, 40)) {
    cutLog(whole, cut, 'service.db', each)
    const db = openDatabase(join(cut, 'service.db'))!
    db.pragma('synchronous = OFF')
    const people = Number(db.prepare('SELECT count(*) FROM contact').pluck().get())
    const least = answered.filter(({ length }) => length <= each.at).at(-1)?.people ?? 0
    expect(people, JSON.stringify(each)).toBeGreaterThanOrEqual(least)
    expect(people, JSON.stringify(each)).toBeLessThanOrEqual(least + 1)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  }
})
