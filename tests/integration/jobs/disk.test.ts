import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { program } from '../../fixtures/built'
import { until } from '../../fixtures/until'
import { openDesk, rowFor } from './desk'
import { writesAtOnce } from '../../../src-main/features/imports/run'

it('pauses on a full disk, says so, and loses no row (C17)', async () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    rowFor(index + 1, `new${index}@example.com`, { data: { text: `${index} `.repeat(800) } }),
  )
  const desk = await openDesk({
    rows,
    worker: { file: program('small-disk-worker') },
  })
  const { id } = await desk.addImport()
  await until(desk.posts, (posts) => posts.length >= 3)
  const full = join(desk.folder, 'full')
  await writeFile(full, '')
  const paused = await desk.until(id, 'paused')
  expect(paused).toMatchObject({ failed: 0, problem: { code: 'disk_full' } })
  expect(desk.told.at(-1)?.body).toBe('The disk is full. Free some space, then go on.')

  await rm(full)
  await until(
    async () => {
      const job = await desk.jobs.get(id)
      if (job.state === 'paused') await desk.jobs.resume(id)
      return job.state
    },
    (state) => state === 'finished',
  )
  expect(await desk.jobs.get(id)).toMatchObject({ total: 60, done: 60, failed: 0 })
  expect(desk.audience.contacts).toHaveLength(60)
  expect(desk.posts().length).toBeLessThanOrEqual(60 + writesAtOnce)
})
