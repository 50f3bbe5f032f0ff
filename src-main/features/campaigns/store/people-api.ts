import type { Slice } from '../../../../src-shared/bridge/base'

/** How far a mail came with somebody: `open`: it left, and nothing came of it since. Every person has one. */
export const steps = ['open', 'delivered', 'opened', 'clicked', 'bounced'] as const
/** One of {@link steps}. */
export type MailStep = (typeof steps)[number]

/** A campaign whose mails are looked for. Times in milliseconds since 1970. */
export interface MailedCampaign {
  id: string
  /** As it is written: what its mails are found by where their events name no campaign. */
  subject: string
  /** No mail of it left before. */
  from: number
  /** Nothing after is of it; null: it is being sent. */
  to: number | null
}

/** Somebody who got a campaign, and what became of it. */
export interface CampaignPerson {
  contactId: string
  email: string
  data: Record<string, unknown>
  step: MailStep
  opens: number
  clicks: number
  leaving: 'unsubscribed' | 'complained' | null
  /** Why it bounced, as the service says. */
  reply: string | null
  /** The link followed last. */
  link: string | null
  /** When anything happened last. */
  at: number
}

/** How many of a domain are at each step. */
export interface DomainSteps extends Record<MailStep, number> {
  domain: string
}

/** Who got campaigns, as the copied events tell. Reading what is new comes first, in slices. */
export interface CampaignPeopleStore {
  /** The latest first. `step` null: everybody. `search`: as in contacts. */
  page(input: { campaign: MailedCampaign; step: MailStep | null; search: string; slice: Slice }): {
    rows: CampaignPerson[]
    count: number
  }
  figures(input: { campaign: MailedCampaign }): {
    domains: DomainSteps[]
    /** The most followed first. */
    links: { url: string; people: number }[]
    /** The first of whom it arrived; null: nobody. */
    first: { contactId: string; email: string; data: Record<string, unknown>; at: number } | null
  }
  /** What came back from those of whom it bounced, by domain, the most frequent first. */
  replies(input: { campaign: MailedCampaign }): { domain: string; reply: string; people: number }[]
  /** Addresses of those at a step, by row: the next ones after a row. */
  addresses(input: { campaign: MailedCampaign; step: MailStep; after: number; limit: number }): {
    emails: string[]
    /** Where it goes on; null at the end. */
    next: number | null
  }
}
