import type { Page } from '@playwright/test'
import type { Board } from './board'
import type { Console, Stage } from './stage'

/** The size of a window, in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** What pictures are taken at unless a scene says otherwise. */
export const usual: Size = { width: 1440, height: 900 }
export const wide: Size = { width: 1920, height: 1080 }
export const narrow: Size = { width: 900, height: 700 }

/** One picture: how the page comes to show what it is of. */
export interface Scene {
  /** The file's name, without what says its theme: that of its drawing. */
  name: string
  /** Where the page begins, as `/contacts`; where a console of its own opens, if not said. */
  route?: string
  size?: Size
  /** A console of its own, where that which all others share cannot show it; it is ended after the picture. */
  on?(stage: Stage): Promise<Console>
  /** The states that it shows on one sheet, once the page is where `show` brings it. */
  board?: Board
  /** Brings the page from there to what is to be seen. */
  show(page: Page, stage: Stage): Promise<void>
  /** Clears away what another picture must not find. */
  after?(page: Page, stage: Stage): Promise<void>
}
