/** What the command line of either host says. */
export interface Options {
  /** Where everything of ours lies; null: the host's own place. */
  readonly data: string | null
  /** TCP port of the browser host; 0 takes a free one. */
  readonly port: number
  /** Connect to an embedded service with sample data. */
  readonly demo: boolean
  /** Open the person's browser (the browser host, where `npm start` fell back to it). */
  readonly open: boolean
}

/**
 * Reads the command line. What it does not know is left alone: Electron and Chromium have switches of their own.
 * Throws a sentence where a value is missing or is no port.
 */
export function parseOptions(argv: readonly string[], env: NodeJS.ProcessEnv): Options {
  const value = (name: string): string | null => {
    const at = argv.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
    if (at === -1) return null
    const found = argv[at] === name ? argv[at + 1] : argv[at]?.slice(name.length + 1)
    if (found === undefined || found === '' || found.startsWith('--'))
      throw new Error(`${name} needs a value.`)
    return found
  }
  return {
    data: value('--data') ?? (env.POSTROOM_DATA || null),
    port: portOf(value('--port') ?? '0'),
    demo: argv.includes('--demo'),
    open: argv.includes('--open'),
  }
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not ${text}.`)
  return port
}
