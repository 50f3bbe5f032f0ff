import { expect, it } from 'vitest'
import type { Resource } from '../../../src-shared/bridge/sync'
import { startAudience } from '../../fixtures/audience-server'
import { ended, profileFor, settled, startCore, stateOf } from '../../fixtures/core'
import { fastClock } from '../../fixtures/fast-clock'
import { cursorList } from '../../fixtures/misbehaving-lists'
import { refuse } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { until } from '../../fixtures/until'

const at = '2026-01-01T00:00:00.000Z'
const records: Partial<Record<Resource, (id: string) => { id: string }>> = {
  events: (id) => ({ id, name: 'signup', contactId: 'c1', createdAt: at }) as { id: string },
  segments: (id) => ({ id, name: id, type: 'DYNAMIC' }) as { id: string },
  templates: (id) =>
    ({ id, name: id, subject: 's', body: 'b', type: 'MARKETING', createdAt: at }) as { id: string },
  workflows: (id) => ({ id, name: id, enabled: false, steps: [] }) as { id: string },
  domains: (id) => ({ id, domain: `${id}.example` }) as { id: string },
}
const newKey = 'sk_test_another_key_5678'

it.each(Object.keys(records) as Resource[])(
  'a key that is refused in the middle of %s pauses their run, which goes on from there with another key',
  async (resource) => {
    const server = await startAudience(people(3))
    const core = await startCore({ clock: fastClock(40) })
    try {
      const items = Array.from(
        { length: 250 },
        (_, number) => records[resource]?.(`r${number}`) ?? { id: '' },
      )
      const list = cursorList(resource, () => items)
      server.fault = (request) => {
        const isList = request.method === 'GET' && request.path === `/${resource}`
        const isTaken = request.headers.authorization === `Bearer ${newKey}`
        if (isTaken || (isList && !request.query.has('cursor'))) return isList ? list(request) : null
        return isList || server.requestsFor(`/${resource}`).length > 1 ? refuse(401, 'INVALID_API_KEY') : null
      }
      await core.bridge.profiles.create(profileFor(server.url))
      await until(
        async () => stateOf(await core.bridge.sync.state(), resource),
        ({ run }) => run?.state === 'paused',
      )
      const [profile] = (await core.bridge.profiles.list()).profiles
      const before = server.requestsFor(`/${resource}`).length
      await core.bridge.profiles.replaceKeys({ id: profile?.id ?? '', secretKey: newKey })
      expect(await ended(core.bridge, resource, 'finished')).toMatchObject({ received: 250, pages: 3 })
      const again = server.requestsFor(`/${resource}`).slice(before)
      expect(again[0]?.query.get('cursor')).toBe('r99')
      await settled(core.bridge)
    } finally {
      await core.close()
      await server.close()
    }
  },
)
