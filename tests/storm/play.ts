import { randomNumbers } from '../fixtures/seeded'
import type { Capability } from './options'
import { Scene } from './scene'
import { batchStory } from './stories/batch'
import { bulkStory } from './stories/bulk'
import { campaignStory } from './stories/campaign'
import { importStory } from './stories/import'
import { outboxStory } from './stories/outbox'
import { recordsStory } from './stories/records'
import { syncStory } from './stories/sync'
import type { Changes, Played, Story } from './story'

/** The most kills of one story: more of them and it would never come to what is proved at its end. */
const mostKills = 8
const fewestKills = 4

const stories: Record<Capability, Story> = {
  sync: syncStory,
  import: importStory,
  batch: batchStory,
  bulk: bulkStory,
  outbox: outboxStory,
  campaign: campaignStory,
  records: recordsStory,
}

/** Plays a story of a capability with at most so many kills; whatever breaks it is a difference too. */
export async function playStory(capability: Capability, seed: number, kills: number): Promise<Played> {
  const story = stories[capability]
  const began = performance.now()
  const wanted = Math.min(kills, fewestKills + randomNumbers(seed ^ 0x2545f491)(mostKills - fewestKills + 1))
  const scene = await Scene.open(story.contacts, wanted, seed)
  const changes: Changes = { created: 0, changed: 0, deleted: 0 }
  try {
    const ending = await story.play(scene, changes).catch((error: unknown) => ({
      differences: [
        { kind: 'wrong' as const, what: error instanceof Error ? String(error.stack) : String(error) },
      ],
      unknown: 0,
    }))
    return {
      ...ending,
      capability,
      seed,
      tally: scene.tally,
      writes: scene.wire.sent.filter(story.isWrite).length,
      changes,
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await scene.close()
  }
}
