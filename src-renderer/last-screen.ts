import type { Screen } from './links'
import { screens } from './screens'

/** The screen of the rail that an address lies in; null: none of them. */
export function screenAt(path: string): Screen | null {
  const [, first = ''] = path.split('/')
  return screens.find(({ name }) => name === first)?.name ?? null
}

/** The screen that a page opens on: the one that its host says the profile was left on, as far as there still is one; else Overview. */
export function firstScreen(): Screen {
  return screenAt(`/${document.documentElement.dataset.screen ?? ''}`) ?? 'overview'
}
