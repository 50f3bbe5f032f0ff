import { t } from '../../../../src-shared/messages/message'
import type { DefaultTreeAdapterMap } from 'parse5'
import { escape, withoutMarks } from './marks'

/** From which width and height on a box has room for words, in pixels. */
const room = { width: 120, height: 36 }

/** The size that a picture says it has, in CSS pixels; null where it does not, or not in pixels. */
function sizeOf(element: DefaultTreeAdapterMap['element'], side: 'width' | 'height'): number | null {
  const value = (name: string) => element.attrs.find((each) => each.name === name)?.value ?? ''
  const style = new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*(\\d{1,5}(?:\\.\\d{1,3})?)px`, 'i').exec(
    value('style'),
  )?.[1]
  const given = style ?? /^\s*(\d{1,5})\s*(?:px)?\s*$/i.exec(value(side))?.[1]
  return given === undefined ? null : Math.round(Number(given))
}

/**
 * The width of a picture that takes a share of its room, as a declaration; null where it does not. In pixels, a box would
 * hold a table open wider than a telephone, as the picture never does.
 */
function shareOf(element: DefaultTreeAdapterMap['element']): string | null {
  const style = element.attrs.find(({ name }) => name === 'style')?.value ?? ''
  const share = /(?:^|;)\s*width\s*:\s*(\d{1,3}(?:\.\d{1,3})?)%/i.exec(style)?.[1]
  if (share === undefined) return null
  // What stands around the box has the picture's own style: a block has the share already.
  return /(?:^|;)\s*display\s*:\s*(?:inline-)?block/i.test(style) ? 'width:100%' : `width:${share}%`
}

/** That a picture was not loaded, with the size that it says it has. */
function notLoaded(width: number | null, height: number | null): string {
  if (width !== null && height !== null)
    return t('review.imageBox.imageNotLoadedWidthHeight', { width, height })
  if (width !== null) return t('review.imageBox.imageNotLoadedWidth', { width })
  return height === null
    ? t('review.imageBox.imageNotLoaded')
    : t('review.imageBox.imageNotLoadedHeight', { height })
}

/** A box in the place of a picture that was not loaded, of its size. `attributes`: what it keeps of the picture's own. */
export function imageBox(element: DefaultTreeAdapterMap['element'], attributes: string): string {
  const width = sizeOf(element, 'width')
  const height = sizeOf(element, 'height')
  const alt = withoutMarks(element.attrs.find(({ name }) => name === 'alt')?.value ?? '').trim()
  const said = notLoaded(width, height)
  const share = shareOf(element)
  const isSmall = (width !== null && width < room.width) || (height !== null && height < room.height)
  const label = escape(alt === '' ? said : `${said}: ${alt}`)
  const style = [
    share ?? (width === null ? 'width:auto' : `width:${width}px`),
    height === null
      ? 'height:auto'
      : width === null
        ? `height:${height}px`
        : `aspect-ratio:${width}/${Math.max(height, 1)}`,
  ].join(';')
  // Its own classes stay: a mail says by them what is not shown on a telephone.
  return (
    `<span${attributes}><span class="postroom-image" role="img" aria-label="${label}" title="${label}" style="${style}">` +
    `${isSmall ? '' : escape(said)}</span></span>`
  )
}
