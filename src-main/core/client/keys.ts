import { tell } from '../../../src-shared/messages/told'
import { problem } from '../problems'

/** Refuses a key that no header can carry, before anything is sent: Node's own error would name its content. */
export function usableKey(key: string): void {
  if (key === '') throw problem('key_missing')
  if (/^[\x21-\x7e]+$/.test(key)) return
  throw problem('key_refused', {
    why: tell('core.keys.itHoldsSpacesOr'),
    action: tell('core.keys.pasteTheKeyAlone'),
  })
}
