import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import { createLogger } from '../../../src-main/core/log'
import { waitingCache } from '../../../src-main/hosts/waiting-cache'
import { built } from '../../fixtures/built'
import { everyone, temporaryFolder } from './support'

it('opens copies with a worker that was started before, and after it with one of their own', async () => {
  const worker = waitingCache(built('main'))
  const log = createLogger(new PassThrough())
  for (let copies = 0; copies < 2; copies += 1) {
    const cache = await openCache({ location: { folder: temporaryFolder(), key: null }, worker, log })
    const page = await cache.contacts.page({ query: everyone, slice: { offset: 0, limit: 10 } })
    expect(page.count).toBe(0)
    await cache.close()
  }
})
