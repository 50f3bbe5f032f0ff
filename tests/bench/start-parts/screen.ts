import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from '../cache/open'

/** Pixels of the screen: the usual size of the app's window, which then lies at its left upper corner. */
export const screenSize = { width: 1360, height: 860 }

/** A part of the screen in pixels. */
export interface Region {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A screen of our own, whose pixels can be read as they are drawn. */
export interface Screen {
  /** What programs that draw on it have in DISPLAY. */
  readonly display: string
  /** How many dark dots on light ground a region has, every third line looked at; 0 where it is not light. */
  ink(region: Region): number
  close(): Promise<void>
}

const program = '/usr/bin/Xvfb'

/** Whether this machine can show a screen of its own. */
export function canShowScreen(): boolean {
  return existsSync(program)
}

/** Starts a screen in memory. */
export async function openScreen(): Promise<Screen> {
  const folder = scratch('screen')
  const { width, height } = screenSize
  const args = [
    '-displayfd',
    '3',
    '-fbdir',
    folder,
    '-screen',
    '0',
    `${width}x${height}x24`,
    '-nolisten',
    'tcp',
  ]
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const display = await displayOf(server)
  const file = openSync(join(folder, 'Xvfb_screen0'), 'r')
  const { start, lineBytes } = layoutOf(file)
  const line = Buffer.alloc(lineBytes)

  function ink({ left, top, right, bottom }: Region): number {
    let dark = 0
    let light = 0
    let looked = 0
    for (let y = top; y < bottom; y += 3) {
      readSync(file, line, 0, lineBytes, start + y * lineBytes)
      for (let x = left; x < right; x += 1) {
        // Green is most of how light a dot is.
        const green = line[x * 4 + 1] ?? 0
        looked += 1
        if (green < 120) dark += 1
        else if (green > 215) light += 1
      }
    }
    return light > looked / 2 ? dark : 0
  }

  return {
    display,
    ink,
    async close() {
      closeSync(file)
      const gone = once(server, 'exit')
      server.kill()
      await gone
    },
  }
}

async function displayOf(server: ChildProcess): Promise<string> {
  const said = server.stdio[3]
  if (!said) throw new Error('The screen says no number.')
  const [chunk] = await once(said, 'data')
  return `:${String(chunk).trim()}`
}

/** Where the dots begin in a file of the XWD format, and how many bytes a line of them has. */
function layoutOf(file: number): { start: number; lineBytes: number } {
  const head = Buffer.alloc(100)
  readSync(file, head, 0, 100, 0)
  const field = (index: number) => head.readUInt32BE(index * 4)
  const [headBytes, lineBytes, colours] = [field(0), field(12), field(19)]
  return { start: headBytes + colours * 12, lineBytes }
}
