import { tell } from '../../../src-shared/messages/told'
import type { CampaignDetail, CampaignRow, WrittenCampaign } from '../../../src-shared/bridge/campaigns'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import {
  isDeployed,
  pageOf,
  recordOf,
  refuseMistyped,
  type CatalogueWriting,
  type CataloguePage,
  type CatalogueSlice,
} from '../catalogue'
import { recordPath } from '../../core/client/catalogue'
import { problem } from '../../core/problems'
import { detailOf, rowOf, segmentNames } from './shown'
import { changesOf, creation } from './written'

/**
 * What campaigns are read and written with. `noticed` is told of each campaign as the service holds it now, `edited` of
 * each that was changed here, `cancelled` of each whose sending was called off.
 */
export interface CampaignTools {
  cache: Pick<Cache, 'audience' | 'catalogue' | 'reviews' | 'runs'>
  writing: CatalogueWriting
  noticed(campaign: Campaign): Promise<void>
  edited(before: Campaign, after: Campaign): Promise<void>
  cancelled(id: string): Promise<void>
  /** Whether its sending is held: what was confirmed must stay as it is. */
  isHeld(id: string): boolean
}

/** The campaigns of a profile: read from the copy, written at the service. Sending them is {@link Holds}. */
export class Campaigns {
  constructor(private readonly tools: CampaignTools) {}

  /** A slice of the list, as the copy holds it. */
  async page(asked: CatalogueSlice): Promise<CataloguePage<CampaignRow>> {
    const names = await segmentNames(this.tools.cache)
    return pageOf(this.tools.cache, 'campaigns', asked, (campaign) => rowOf(campaign, names))
  }

  /** A campaign whole. Rejects with `not_found` where the copy does not hold it. */
  async get(id: string): Promise<CampaignDetail> {
    return this.#detail(await this.known(id))
  }

  /** The campaign as the service holds it now. */
  async refresh(id: string): Promise<CampaignDetail> {
    const campaign = await this.tools.writing.read('campaigns', id)
    await this.tools.noticed(campaign)
    return this.#detail(campaign)
  }

  /** Makes a draft at the service. */
  async create(written: WrittenCampaign): Promise<CampaignDetail> {
    const title = tell('told.createCampaign', { name: written.name })
    return this.#detail(await this.tools.writing.create('campaigns', creation(written), title))
  }

  /** Writes what changed. Rejects with `conflict` where it cannot be changed any more, or somebody else changed it. */
  async update(wanted: {
    id: string
    changes: Partial<WrittenCampaign>
    basis: string | null
  }): Promise<CampaignDetail> {
    const { id, basis } = wanted
    const campaign = await this.known(id)
    refuseFixed(campaign)
    this.#refuseHeld(id)
    const now = await this.#detail(campaign)
    const changes = changesOf(now, wanted.changes)
    if (Object.keys(changes).length === 0) return now
    const title = tell('told.changeCampaign', { name: campaign.name })
    const after = await this.tools.writing.update('campaigns', { id, changes, basis, title })
    await this.tools.edited(campaign, after)
    return this.#detail(after)
  }

  /** Makes a draft with the same mail and audience. An audience that cannot be read here is taken over by the service. */
  async duplicate(id: string, name: string): Promise<CampaignDetail> {
    const { description, mail, audience, audienceProblem } = await this.get(id)
    if (audience === null) {
      if (await isDeployed(this.tools.cache)) return this.#duplicateThere(id, name)
      throw problem('conflict', {
        title: tell('campaigns.campaigns.itsAudienceCannotBe'),
        why: audienceProblem ?? tell('campaigns.campaigns.postroomCannotReadWho'),
        action: tell('campaigns.campaigns.writeANewCampaign'),
      })
    }
    return this.create({ name, description, mail, audience })
  }

  async #duplicateThere(id: string, name: string): Promise<CampaignDetail> {
    const { writing, cache } = this.tools
    const title = tell('told.duplicateCampaign', { name: (await this.known(id)).name })
    const path = `${recordPath('campaigns', id)}/duplicate`
    const copy = await writing.make({ title, method: 'POST', path, body: {} }, (client) =>
      client.duplicateCampaign(id, { priority: 'click' }),
    )
    await cache.catalogue.upsert({ list: 'campaigns', record: copy })
    return this.update({ id: copy.id, changes: { name }, basis: null })
  }

  /** Cancels a scheduled campaign, or one that is being sent. What was sent stays sent. */
  async cancel(id: string): Promise<CampaignDetail> {
    const { name } = await this.known(id)
    const write = {
      title: tell('told.cancelCampaign', { name }),
      method: 'POST',
      path: `${recordPath('campaigns', id)}/cancel`,
      body: {},
    } as const
    const { writing, cache, cancelled } = this.tools
    const answered = await writing.make(write, (client) => client.cancelCampaign(id, { priority: 'click' }))
    await cancelled(id)
    if (answered?.id === id) await cache.catalogue.upsert({ list: 'campaigns', record: answered })
    return this.#detail(answered?.id === id ? answered : await writing.read('campaigns', id))
  }

  /** Deletes a draft at the service, where its name was typed. `conflict` where it is none. */
  async remove(id: string, typed: string): Promise<void> {
    const { name, status } = await this.known(id)
    refuseMistyped(typed, name)
    if (status !== 'DRAFT') {
      throw problem('conflict', {
        title: tell('campaigns.campaigns.onlyDraftsAreDeleted'),
        why: tell('campaigns.campaigns.thisCampaignIsLowercase', { lowerCase: status.toLowerCase() }),
        action: tell('campaigns.campaigns.leaveItOrCancel'),
      })
    }
    this.#refuseHeld(id)
    await this.tools.writing.remove('campaigns', id, tell('told.deleteCampaign', { name }))
  }

  #refuseHeld(id: string): void {
    if (!this.tools.isHeld(id)) return
    throw problem('conflict', {
      title: tell('campaigns.campaigns.itsSendingIsHeld'),
      why: tell('campaigns.campaigns.itLeavesAsIt'),
      action: tell('campaigns.campaigns.undoTheSendingThen'),
    })
  }

  /** A campaign as the copy holds it. Rejects with `not_found`. */
  async known(id: string): Promise<Campaign> {
    const campaign = await recordOf(this.tools.cache, 'campaigns', id)
    if (campaign !== null) return campaign
    throw problem('not_found', {
      title: tell('campaigns.campaigns.thisCampaignIsGone'),
      why: tell('words.itIsNoLongerInThe'),
    })
  }

  async #detail(campaign: Campaign): Promise<CampaignDetail> {
    return detailOf(campaign, await segmentNames(this.tools.cache))
  }
}

function refuseFixed({ status }: Campaign): void {
  if (!['SENDING', 'SENT', 'CANCELLED'].includes(status)) return
  throw problem('conflict', {
    title: tell('campaigns.campaigns.itCannotBeChanged'),
    why: tell('campaigns.campaigns.thisCampaignIsLowercase2', { lowerCase: status.toLowerCase() }),
    action: tell('campaigns.campaigns.duplicateItToWrite'),
  })
}
