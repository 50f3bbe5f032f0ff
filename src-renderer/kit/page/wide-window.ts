import { createSharedComposable, useMediaQuery } from '@vueuse/core'

/** Whether the window has room for facets beside a list: one answer for all, or a panel would open for a moment in between. */
export const useWideWindow = createSharedComposable(() => useMediaQuery('(min-width: 1600px)'))
