import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'

const boundsSchema = lazyObject(() => ({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
}))
/** A rectangle on the desktop, in device-independent pixels. */
type Bounds = z.infer<typeof boundsSchema>

const stateSchema = z.object({ bounds: boundsSchema, maximised: z.boolean() })
/** How the window was left: its bounds when not maximised, and whether it was. */
export type WindowState = z.infer<typeof stateSchema>

/** The smallest window that the screens are drawn for. */
export const smallest = { width: 1024, height: 640 }
const usual = { width: 1360, height: 860 }

/** How much of a window must be on a display for the person to get hold of it. */
const visible = { width: 160, height: 80 }

/** Reads how the window was left; null where it never was, or the file cannot be read. */
export function readState(file: string): WindowState | null {
  try {
    const state = stateSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return state.success ? state.data : null
  } catch {
    // No file yet, or one that was cut short: the window opens as at the first start.
    return null
  }
}

/** Keeps how the window is. A file that cannot be written costs only the place of the window. */
export function writeState(file: string, state: WindowState): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // As said: nothing is lost but a position.
  }
}

/**
 * Where the window opens: as it was left, where enough of it lies on a display that is there now; else in the
 * middle of the main display, no larger than it. Never below {@link smallest}.
 */
export function placeWindow(state: WindowState | null, displays: readonly Bounds[]): WindowState {
  const main = displays[0] ?? { x: 0, y: 0, ...usual }
  if (state && displays.some((display) => reachable(state.bounds, display))) {
    const { x, y, width, height } = state.bounds
    return {
      maximised: state.maximised,
      bounds: { x, y, width: Math.max(width, smallest.width), height: Math.max(height, smallest.height) },
    }
  }
  const width = Math.max(smallest.width, Math.min(usual.width, main.width))
  const height = Math.max(smallest.height, Math.min(usual.height, main.height))
  return {
    maximised: state?.maximised ?? false,
    bounds: {
      x: main.x + Math.max(0, Math.round((main.width - width) / 2)),
      y: main.y + Math.max(0, Math.round((main.height - height) / 2)),
      width,
      height,
    },
  }
}

/** The window's upper edge counts: that is where it is dragged by. */
function reachable(bounds: Bounds, display: Bounds): boolean {
  const wide = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x)
  const high = Math.min(bounds.y + bounds.height, display.y + display.height) - Math.max(bounds.y, display.y)
  return wide >= visible.width && high >= visible.height && bounds.y >= display.y - 8
}
