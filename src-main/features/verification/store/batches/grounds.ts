import type { VerdictSource } from '../../../../../src-shared/bridge/verdicts'
import type { GroundTable } from '../verdict-grounds'

/** What lists need to know of what verdicts rest on. */
export interface GroundFacts {
  /** `sign`: the weightiest; '' where a ground has none. */
  of(ground: number): { sign: string; reasons: string[]; source: VerdictSource }
}

/** The facts as the ledger holds them. */
export function groundFacts(grounds: GroundTable): GroundFacts {
  return {
    of: (ground) => {
      const { signs, reasons, source } = grounds.get(ground)
      return { sign: signs[0] ?? '', reasons, source }
    },
  }
}
