import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { Slice } from '../../../src-shared/bridge/base'
import type { CatalogueQuery, UsedBy } from '../../../src-shared/bridge/catalogue'
import type { DomainDetail, DomainRow, DomainSign } from '../../../src-shared/bridge/domains'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import {
  addDomainRequestSchema,
  coveringDomain,
  type Domain,
  domainSchema,
} from '../../../src-shared/interface/domain'
import { asciiDomain } from '../../../src-shared/address/domain-name'
import { limits } from '../../../src-shared/interface/limits'
import type { ListRequest } from '../../../src-shared/interface/paging'
import type { Cache } from '../../cache/store'
import { wantedRecords } from '../../core/dns/records'
import { isProblem, problem } from '../../core/problems'
import {
  isDeployed,
  isNotSentYet,
  type CatalogueWriting,
  refuseMistyped,
  type WritingAccess,
} from '../catalogue'
import { instantOf } from '../../../src-shared/instants'
import { type AskSender, sendingDomains } from './senders'

/** What sending domains are read and written with. */
interface DomainTools {
  cache: Cache
  access: WritingAccess
  writing: CatalogueWriting
  askSender: AskSender
}

/** So many pages of domains are looked through for one: there are a handful in all. */
const mostPages = 20

/** Sending domains as the copy holds them, and what is done to them. */
export class Domains {
  constructor(private readonly tools: DomainTools) {}

  async page({ query, slice }: { query: CatalogueQuery; slice: Slice }) {
    const { cache } = this.tools
    const [{ records, count, total }, { asOf }] = await Promise.all([
      cache.catalogue.page({ list: 'domains', query, slice }),
      cache.runs.resource('domains'),
    ])
    return { rows: records.map((record) => rowOf(domainSchema.parse(record))), count, total, asOf }
  }

  /** Rejects with `not_found` where the copy has no such domain. */
  async get(id: string): Promise<DomainDetail> {
    const record = await this.tools.cache.catalogue.get({ list: 'domains', id })
    if (record === null) throw gone()
    const domain = domainSchema.parse(record)
    return {
      ...rowOf(domain),
      records: wantedRecords(domain),
      usedBy: await this.#campaignsNotSent(domain),
      raw: domain,
    }
  }

  /** How its records stand in DNS, as answered within the last minutes. Rejects with `not_found` where the copy has no such domain. */
  async signs(id: string): Promise<DomainSign[]> {
    const { domain } = await this.get(id)
    const { spf, dkim, dmarc } = await this.tools.askSender(domain)
    return [
      { what: 'spf', state: spf.state },
      { what: 'dkim', state: dkim.state },
      { what: 'dmarc', state: dmarc.state },
    ]
  }

  /**
   * Asks DNS for every record, and the service whether the domain is verified. Offline, DNS alone is asked. Rejects as
   * the service answers, and with `not_found` where the domain is gone there.
   */
  async check(id: string): Promise<DomainDetail & { checkedAt: number }> {
    const { access, askSender } = this.tools
    if (access.online && !access.problem) {
      await this.#verify(id)
      await this.#readAll(id)
    }
    const detail = await this.get(id)
    const { dkim, spf, dmarc, checkedAt } = await askSender(detail.domain, { fresh: true })
    return { ...detail, records: [...dkim.records, ...spf.records, ...dmarc.records], checkedAt }
  }

  /** Rejects with `input_invalid` for what is no name of a domain. */
  async add(text: string): Promise<DomainDetail> {
    const parsed = addDomainRequestSchema.safeParse({ domain: text })
    if (!parsed.success) {
      throw problem('input_invalid', {
        title: tell('domains.domains.thisIsNoDomain'),
        why: tell('domains.domains.aDomainIsTwo'),
        action: tell('domains.domains.writeItWithoutAn'),
        fields: [{ field: 'domain', message: t('domains.domains.isNoDomainSuch') }],
      })
    }
    const { domain } = parsed.data
    const { id } = await this.tools.writing.create('domains', { domain }, tell('told.addDomain', { domain }))
    return this.get(id)
  }

  /** `domain`: as it was typed. */
  async remove(id: string, domain: string): Promise<void> {
    const record = await this.get(id)
    refuseMistyped(domain.toLowerCase(), record.domain)
    await this.tools.writing.remove('domains', id, tell('told.removeDomain', { domain: record.domain }))
  }

  /** Deployed services look at DNS by themselves only now and then: here they are asked to look now. */
  async #verify(id: string): Promise<void> {
    const { cache, access } = this.tools
    if (!(await isDeployed(cache))) return
    try {
      await access.client.verifyDomain(id, { priority: 'click' })
    } catch (error) {
      // Some take no key for it: what they saw last is what there is.
      if (!isProblem(error, 'not_found', 'key_refused', 'invalid_request')) throw error
    }
  }

  /** There is no call for a single one: the list is read until it has been met. */
  async #readAll(id: string): Promise<void> {
    const { cache, access } = this.tools
    let request: ListRequest = { limit: limits.page.max }
    let isRead = true
    for (let page = 0; page < mostPages; page += 1) {
      const { value } = await access.client.listCatalogue('domains', request, { priority: 'click' })
      // One that cannot be read may be this one.
      isRead &&= value.aside === undefined
      const found = value.items.find((record) => record.id === id)
      if (found) {
        await cache.catalogue.upsert({ list: 'domains', record: found })
        return
      }
      if (value.next.kind === 'cursor') request = { limit: limits.page.max, cursor: value.next.cursor }
      else if (value.next.kind === 'page') request = { limit: limits.page.max, page: value.next.page }
      else if (value.next.kind === 'end' && !value.next.isDoubted && isRead) break
      else return
    }
    await cache.catalogue.remove({ list: 'domains', id })
    throw gone()
  }

  /** Campaigns that are not sent yet, from senders that no other verified domain covers. */
  async #campaignsNotSent(domain: Domain): Promise<UsedBy[]> {
    const { cache } = this.tools
    const others = (await sendingDomains(cache)).filter(({ id, verified }) => id !== domain.id && verified)
    const deployed = await isDeployed(cache)
    const used: UsedBy[] = []
    for (const record of await cache.catalogue.all('campaigns')) {
      const { id, name, status, from } = campaignSchema.parse(record)
      const at = from.slice(from.lastIndexOf('@') + 1)
      const sender = asciiDomain(at) ?? at.toLowerCase()
      if (!isNotSentYet(status) || !coveringDomain(sender, [domain], deployed)) continue
      if (coveringDomain(sender, others, deployed)) continue
      used.push({ kind: 'campaign', id, name, state: status })
    }
    return used
  }
}

function rowOf({ id, domain, verified, createdAt, updatedAt }: Domain): DomainRow {
  return { id, domain, verified, createdAt: instantOf(createdAt), updatedAt: instantOf(updatedAt) }
}

function gone() {
  return problem('not_found', {
    title: tell('domains.domains.theDomainIsNot'),
    why: tell('domains.domains.thereIsNoSending'),
    action: tell('words.goBackToTheList'),
  })
}
