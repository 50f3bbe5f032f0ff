import type { ContactRows } from '../../../core/index/api'
import { hashOf } from '../../../core/database/hash'
import type { NewestVerdicts } from './newest-verdicts'
import { RowChains } from '../../../core/database/row-chains'
import type { Steps } from '../../../core/database/session'

/**
 * Verdicts for contacts that are read into an index by the hundred thousand. Looking each address up would jump about
 * in the ledger; instead the addresses are gathered by hash (12 bytes each, for as long as it takes), and the ledger
 * is read once from end to end.
 */
export class Judged {
  private readonly rows = new RowChains()
  private gathered = 0

  constructor(
    private readonly index: ContactRows,
    private readonly newest: NewestVerdicts,
  ) {}

  /** Notes a row that the index holds; each once. */
  gather(row: number, email: string): void {
    if (this.newest.isEmpty) return
    this.rows.add(hashOf(email.toLowerCase()), row)
    this.gathered += 1
  }

  /** Gives the gathered rows what is known of their addresses. */
  *settle(): Steps<void> {
    if (this.gathered === 0) return
    yield* this.newest.each((verdict) => {
      for (const row of this.rows.rows(hashOf(verdict.email))) {
        if (this.index.emailOf(row)?.toLowerCase() === verdict.email) this.index.setVerdict(row, verdict)
      }
    })
  }
}
