import type { ContractRouterClient } from '@orpc/contract'
import * as areas from './areas'

type Areas = { readonly [Name in keyof typeof areas]: ReturnType<(typeof areas)[Name]> }

/**
 * Everything the renderer may ask of the core, each area declared when it is first looked at. A test asserts that declared,
 * implemented and used agree.
 */
export const contract = Object.defineProperties(
  {},
  Object.fromEntries(Object.entries(areas).map(([name, area]) => [name, { enumerable: true, get: area }])),
) as Areas

/** The renderer's side of {@link contract}. */
export type Bridge = ContractRouterClient<Areas>
