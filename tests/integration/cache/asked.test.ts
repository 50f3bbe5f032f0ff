import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from '../../../src-main/cache/schema/first'
import { connect, openDatabase } from '../../../src-main/core/database/database'
import { openStore, temporaryFolder } from './support'

it('a copy of the version before it keeps its sendings and jobs, of which nothing more is known', () => {
  const folder = temporaryFolder()
  openDatabase(
    { folder, key: null },
    migrations.filter(({ number }) => number < 174),
  ).close()
  const old = connect(join(folder, 'cache.db'), null)
  old.exec(`
    INSERT INTO sending (campaign, name, people, seconds, state, at) VALUES ('cmp_1', 'January', 12, 30, 'sent', 5);
    INSERT INTO job (kind, state, title, detail, created) VALUES ('verification', 'finished', 'Check', 'null', 5)`)
  old.close()
  const { store } = openStore({ folder })
  expect(store.sendings.of('cmp_1')).toMatchObject({ seconds: 30, atOnce: false })
  expect(store.jobs.get(1)?.job.requests).toBeUndefined()
  store.jobs.count({ id: 1, progress: { total: 5, done: 5, failed: 0, requests: 4 } })
  expect(store.jobs.get(1)?.job.requests).toBe(4)
})
