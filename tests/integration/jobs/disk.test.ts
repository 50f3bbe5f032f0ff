import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { program } from '../../fixtures/built'
import { until } from '../../fixtures/until'
import { openFixture, rowFor } from './fixture'
import { writesAtOnce } from '../../../src-main/features/imports/run'

it('pauses on a full disk, says so, and loses no row (C17)', async () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    rowFor(index + 1, `new${index}@example.com`, { data: { text: `${index} `.repeat(800) } }),
  )
  const fixture = await openFixture({
    rows,
    worker: { file: program('small-disk-worker') },
  })
  const { id } = await fixture.addImport()
  await until(fixture.posts, (posts) => posts.length >= 3)
  const full = join(fixture.folder, 'full')
  await writeFile(full, '')
  const paused = await fixture.until(id, 'paused')
  expect(paused).toMatchObject({ failed: 0, problem: { code: 'disk_full' } })
  expect(fixture.told.at(-1)?.body).toBe('The disk is full. Free some space, then go on.')

  await rm(full)
  await until(
    async () => {
      const job = await fixture.jobs.get(id)
      if (job.state === 'paused') await fixture.jobs.resume(id)
      return job.state
    },
    (state) => state === 'finished',
  )
  expect(await fixture.jobs.get(id)).toMatchObject({ total: 60, done: 60, failed: 0 })
  expect(fixture.audience.contacts).toHaveLength(60)
  expect(fixture.posts().length).toBeLessThanOrEqual(60 + writesAtOnce)
})
