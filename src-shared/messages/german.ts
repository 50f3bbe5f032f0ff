import format from '../../resources/messages/de/format.json'
import type { Catalogue } from './message'

/** The same in German. */
export const german: Catalogue = {
  format,
}
