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
}

/** As it is specified (interface.md, wire.md). */
export const specifiedRules: Rules = { conditions: 'specified', templates: 'plain', segmentSweep: null }

/** As deployed services do (deployed.md). */
export const deployedRules: Rules = { conditions: 'deployed', templates: 'liquid', segmentSweep: 300_000 }
