import { problem } from '../../../../core/problems'
import type { Steps } from '../../../../core/database/session'

/** Work that somebody waits for: what the same asker asks next, or taking it back, ends it with `cancelled`. */
export class Askers {
  private readonly newest = new Map<string, object>()

  /** Ends what an asker waits for, at its next pause. */
  cancel(asker: string): void {
    this.newest.delete(asker)
  }

  /** Does the work for an asker; whatever they waited for before ends at its next pause. */
  *run<T>(asker: string, work: Steps<T>): Steps<T> {
    const own = {}
    this.newest.set(asker, own)
    try {
      for (;;) {
        const step = work.next()
        if (step.done === true) return step.value
        yield
        if (this.newest.get(asker) !== own) work.throw(problem('cancelled'))
      }
    } finally {
      if (this.newest.get(asker) === own) this.newest.delete(asker)
    }
  }
}
