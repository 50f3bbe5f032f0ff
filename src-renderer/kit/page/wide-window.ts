import { createSharedComposable, useMediaQuery } from '@vueuse/core'

/**
 * Whether the window has room for facets beside a list. One answer for all who ask: were they told one after the other, a
 * panel would open for a moment in between, and take the focus along.
 */
export const useWideWindow = createSharedComposable(() => useMediaQuery('(min-width: 1600px)'))
