import { z } from 'zod'
import type { Bridge } from '../../../src-shared/bridge/contract'
import type { Hold } from '../../../src-shared/bridge/campaigns'
import { signedOff } from '../../fixtures/signed-off'
import { copied, lookUntil } from '../person'
import { senderOf } from '../sender'
import { campaignDifferences, type SentCampaign } from '../proofs/campaign'
import type { Scene } from '../scene'
import type { Story } from '../story'
import { Strangers } from '../strangers'
import type { Sent } from '../wire'

const drafts = 3
const campaignSchema = z.looseObject({ id: z.string(), status: z.string() })
const draftSchema = z.union([
  campaignSchema,
  z.object({ data: campaignSchema }).transform(({ data }) => data),
])
const messageSchema = z.object({ campaign: z.number(), contact: z.number(), times: z.number() })

/** Drafts that are reviewed, signed off and sent, one after the other; who comes meanwhile is not waited for. */
export const campaignStory: Story = {
  capability: 'campaign',
  contacts: 30,
  isWrite: ({ method, path }) => method === 'POST' && path.endsWith('/send'),
  async play(scene, changes) {
    const place = { address: scene.address, secretKey: scene.service.secretKey }
    const ids: string[] = []
    for (let at = 0; at < drafts; at += 1) ids.push(await draftAt(scene, `Storm ${at}`))
    const strangers = new Strangers(scene, changes, [...(await scene.service.people()).values()])
    const sent = new Map<string, SentCampaign>()
    for (const [at, id] of ids.entries()) {
      const kills = Math.floor(((at + 1) * scene.kills) / drafts) - Math.floor((at * scene.kills) / drafts)
      await scene.through({
        drive: async (bridge) => {
          await copied(bridge, place, 'campaigns', 'contacts')
          await sentOnce(bridge, id)
        },
        kills,
        within: kills > 0 && scene.draw(2) === 0 ? 1 : 6,
        isWrite: campaignStory.isWrite,
        meanwhile: () => strangers.change(),
      })
      const bridge = await scene.bridge()
      const { status } = await bridge.campaigns.refresh({ id })
      sent.set(id, { status, posts: postsOf(scene, id) })
    }
    const differences = []
    for (const [id, each] of sent) {
      const { status } = draftSchema.parse(await scene.service.ask(`/campaigns/${id}`))
      differences.push(...campaignDifferences(id, each, status))
    }
    const messages = await scene.service.rows(
      `SELECT campaign, contact, count(*) AS times FROM message WHERE campaign IS NOT NULL
       GROUP BY campaign, contact HAVING count(*) > 1`,
    )
    for (const { campaign, contact, times } of messageSchema.array().parse(messages))
      differences.push({
        kind: 'doubled' as const,
        what: `campaign ${campaign} to ${contact} is ${times} messages`,
      })
    return { differences, unknown: 0 }
  },
}

/** Makes a draft to everybody at the service; answers its id. */
async function draftAt({ service }: Scene, name: string): Promise<string> {
  const body = '<p>Hello</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>'
  const from = await senderOf(service)
  const made = await service.ask('/campaigns', 'POST', {
    name,
    subject: name,
    body,
    from,
    audienceType: 'ALL',
  })
  return draftSchema.parse(made).id
}

const postsOf = ({ wire }: Scene, id: string): Sent[] =>
  wire.sent.filter(({ method, path }) => method === 'POST' && path === `/campaigns/${id}/send`)

/** Sends a campaign; again only where the console says that it was not sent. */
async function sentOnce(bridge: Bridge, id: string): Promise<void> {
  await lookUntil(
    async () => {
      const hold = (await holdsOf(bridge)).find(({ campaignId }) => campaignId === id)
      const { status } = await bridge.campaigns.refresh({ id })
      if (status !== 'DRAFT') return hold?.state ?? 'sent'
      if (hold === undefined) await heldBy(bridge, id)
      else if (hold.state === 'held') await bridge.campaigns.sendNow({ id })
      else if (hold.state === 'refused') await bridge.campaigns.dismiss({ id })
      return 'draft'
    },
    (state) => state === 'sent',
  )
}

async function heldBy(bridge: Bridge, id: string): Promise<void> {
  const people = await signedOff(bridge, id)
  await bridge.campaigns.hold({ id, scheduledFor: null, people, typed: String(people) })
}

/** The sendings that are shown, as the page has them. */
async function holdsOf(bridge: Bridge): Promise<Hold[]> {
  const over = new AbortController()
  try {
    for await (const change of await bridge.live.watch(undefined, { signal: over.signal })) {
      if (change.topic === 'holds') return change.state.holds
    }
    return []
  } finally {
    over.abort()
  }
}
