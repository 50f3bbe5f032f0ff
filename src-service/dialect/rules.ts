import type { FilterReading } from '../../src-shared/interface/filter'
import type { TemplateLanguage } from '../../src-shared/interface/liquid-view'

/** What a service does by the one document and by the other, where the two differ in more than their forms. */
export interface Rules {
  /** How conditions are written on the wire, and what they mean (interface/filter.ts, "Two readings"). */
  conditions: FilterReading
  /** What templates, campaigns and the mails of workflows are written in. */
  templates: TemplateLanguage
  /** Every so many milliseconds segments are counted and tracked ones gone through; null: as things change. */
  segmentSweep: number | null
  /** Who gets a campaign: whoever fits when it begins, or, batch after batch, whoever fits when theirs is queued. */
  campaignAudience: 'at once' | 'by batch'
  /** A mail that bounced was not sent; or it was, and unsubscribes who it went to. */
  bounces: 'are not sent' | 'unsubscribe'
  /**
   * What steps of workflows are told is checked when they are written, and disabled workflows stand still; or whoever comes
   * to a step reads it, and disabled workflows let those finish that are in them.
   */
  steps: 'checked' | 'read when run'
}

/** As it is specified (interface.md, wire.md). */
export const specifiedRules: Rules = {
  conditions: 'specified',
  templates: 'plain',
  segmentSweep: null,
  campaignAudience: 'at once',
  bounces: 'are not sent',
  steps: 'checked',
}

/** As deployed services do (deployed.md). */
export const deployedRules: Rules = {
  conditions: 'deployed',
  templates: 'liquid',
  segmentSweep: 300_000,
  campaignAudience: 'by batch',
  bounces: 'unsubscribe',
  steps: 'read when run',
}
