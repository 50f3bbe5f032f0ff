import type { ContractRouterClient } from '@orpc/contract'
import * as areas from './areas'

/** Everything the renderer may ask of the core. A test asserts that declared, implemented and used agree. */
export const contract = { ...areas }

/** The renderer's side of {@link contract}. */
export type Bridge = ContractRouterClient<typeof contract>
