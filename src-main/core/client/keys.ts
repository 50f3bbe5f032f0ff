import { tell } from '../../../src-shared/messages/told'
import { problem } from '../problems'

/**
 * Refuses a key that no request can carry: none (`key_missing`), or one with characters that a header cannot hold
 * (`key_refused`). Checked before anything is sent, because Node's own error would name the header's content.
 */
export function usableKey(key: string): void {
  if (key === '') throw problem('key_missing')
  if (/^[\x21-\x7e]+$/.test(key)) return
  throw problem('key_refused', {
    why: tell('core.keys.itHoldsSpacesOr'),
    action: tell('core.keys.pasteTheKeyAlone'),
  })
}
