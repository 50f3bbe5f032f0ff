import { type Culture, cultureOf } from './culture'
import { latinNames } from './names-latin'
import { scriptNames } from './names-scripts'
import { Weighted } from './random'

/** Where the sample's people come from. */
export const cultures = new Weighted<Culture>(
  [...latinNames, ...scriptNames].map(cultureOf).map((culture) => [culture, culture.weight] as const),
)
