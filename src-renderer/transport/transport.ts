import type { ClientLink } from '@orpc/client'
import type { Ref } from 'vue'

/** oRPC's context of a call: none of ours carries one. */
export type CallContext = Record<never, never>

/** How the page and the core are connected. `lost`: tried again. `refused`: the host answers, but only a new page helps. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'refused'

/** A connection to the core that mends itself: `link` is null unless the state is `open`. */
export interface Transport {
  readonly state: Readonly<Ref<LinkState>>
  readonly link: () => ClientLink<CallContext> | null
  /** Tries again at once instead of when the back-off says so. */
  readonly retry: () => void
  /** Lets go of the core and of all that is listened to, for good: the page goes. Calls fail from then on. */
  readonly close: () => void
}
