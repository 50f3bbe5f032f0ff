import { isIP } from 'node:net'

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
  /** `ADDRESS` or `ADDRESS:PORT` of the resolver that DNS is asked through; null for the system's. */
  readonly dns: string | null
}

/**
 * Reads the command line. What it does not know is left alone: Electron and Chromium have switches of their own.
 * Throws a sentence where a value is missing, is no port, or no address of a resolver.
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
    dns: resolverOf(value('--dns') ?? (env.POSTROOM_DNS || null)),
  }
}

/** What the embedded service is told of the options: it asks the same DNS. */
export function serviceArgs({ dns }: Options): string[] {
  return dns === null ? [] : ['--dns', dns]
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not ${text}.`)
  return port
}

function resolverOf(text: string | null): string | null {
  if (text === null || isIP(text) !== 0) return text
  const [, inBrackets, plain, port] = /^(?:\[(.*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? []
  const known = inBrackets === undefined ? isIP(plain ?? '') === 4 : isIP(inBrackets) === 6
  if (known && Number(port) >= 1 && Number(port) <= 65_535) return text
  throw new Error(`--dns takes an IP address of a resolver, such as 127.0.0.1:53, not ${text}.`)
}
