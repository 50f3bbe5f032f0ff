import { type DialectName, dialects } from './dialect/dialects'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { LogForm } from './log'
import { type Environment, readSecret, type SecretName } from './secrets'
import type { Keys } from './keys'
import type { DatabaseOptions } from './store/postgres/open-project'
import { limits } from '../src-shared/interface/limits'
import { parseUrl } from '../src-shared/url'

/** How the service was asked to run. */
export interface ServiceOptions {
  /** The IP address to listen at. */
  host: string
  /** 0 takes a free one. */
  port: number
  /** The port of the record-management interface; 0 takes a free one. */
  recordsPort: number
  /** Where people reach the service, without a slash at the end; null: where it listens. */
  publicUrl: string | null
  /** The data folder. */
  data: string
  /** How many sample contacts an empty data folder is filled with. */
  contacts: number
  dialect: DialectName
  /** Milliseconds by which every answer is held back. */
  latency: number
  /** Requests a minute. */
  rate: number
  /** Mails that leave in a second at most. */
  mailsPerSecond: number
  /** URL of the SMTP server that mail goes through; null keeps it in the outbox. */
  smtp: string | null
  /** `ADDRESS` or `ADDRESS:PORT` of the resolver the DNS is asked through; null for the system's. */
  dns: string | null
  /** The instant (milliseconds since 1970) the sample data leads up to; undefined: the hour of the first start. */
  anchor?: number
  /** How it says what happens. */
  log: LogForm
  /** Seconds within which it stops when it is told to. */
  stopWithin: number
  /** The keys it is given; the others are those of the folder. */
  keys: Partial<Keys>
  /** What opens the metrics; null: they open on this machine only. */
  metricsToken: string | null
  /** The database of PostgreSQL that everything is in; null: a file of SQLite in the data folder. */
  database: DatabaseOptions | null
  /** Whether it serves all projects of the database, and not the one that is named. */
  allProjects: boolean
}

/** An option that cannot be followed; the message is for the person who typed it. */
export class OptionRefused extends Error {
  override readonly name = 'OptionRefused'
}

/** How many sample contacts an empty data folder gets unless told. */
export const defaultContacts = 20_000

/** One a millisecond: the clock that mails leave by tells no more of them apart. */
const mostMailsPerSecond = 1000

/** The options, as `--help` prints them. */
export const usage = `npm run service -- [options]
  --port N         the port (4310); 0 takes a free one
  --records-port N the port of the record-management interface (the one after --port)
  --host ADDR      the address to listen at (127.0.0.1: only this machine reaches it)
  --public-url URL where people reach it, for the links in messages (where it listens)
  --data DIR       the data folder (${defaultFolder()})
  --contacts N     sample contacts that an empty folder is filled with (${defaultContacts}); 0 for none
  --dialect NAME   reference, envelope or deployed (reference)
  --latency MS     holds every answer back (0)
  --rate N         requests a minute (${limits.requestsPerMinute})
  --smtp URL       sends mail through this SMTP server (smtp://host:25); without one it stays in the outbox
  --mails-per-second N  the most that leave in a second (${limits.emailsPerSecond})
  --dns ADDR       asks this DNS resolver (127.0.0.1:53) instead of the system's
  --anchor TIME    ISO 8601 time the sample leads up to (the hour of the first start)
  --log FORM       text or json: sentences, or a line an event and request (text)
  --stop-within S  seconds within which it stops when told to (8)
  --secret-key-file FILE     the secret key (the folder's own); so --public-key-file
  --records-token-file FILE  the token of the records (the folder's own)
  --smtp-password-file FILE  the password of the user in --smtp
  --metrics-token-file FILE  what opens /metrics to others (only this machine reads them)
  --database URL   keeps everything in this PostgreSQL (postgres://user@host/name) instead of a file in the folder
  --database-password-file FILE  the password of the user in --database
  --database-connections N   the most connections to it (10)
  --project NAME   the project in it (default); made where there is none
  --all-projects   serves all projects in it, each to its own keys

npm run service -- backup FILE [--data DIR]   writes the database to a file, also while a service runs on it
npm run service -- restore FILE [--data DIR]  puts such a file into a folder that has no database
npm run service -- project add NAME --database URL  makes a project, and prints its keys
npm run service -- move --to URL [--data DIR] [--project NAME]  copies a folder into a project, and says how many rows`

/**
 * Reads the command line.
 * @throws OptionRefused in words for anything that cannot be followed.
 */
export function readOptions(args: string[], environment: Environment = process.env): ServiceOptions {
  const given = parse(args)
  const secret = (name: SecretName, file: string | undefined): string | null => {
    try {
      return readSecret(name, file, environment)
    } catch (error) {
      throw new OptionRefused(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }
  const port = whole('port', given.port ?? '4310', 0, 65_535)
  const options: ServiceOptions = {
    host: address(given.host ?? '127.0.0.1'),
    port,
    recordsPort: recordsPort(given['records-port'], port),
    publicUrl: given['public-url'] === undefined ? null : publicUrl(given['public-url']),
    data: dataFolderOf(given.data),
    contacts: whole('contacts', given.contacts ?? String(defaultContacts), 0, 10_000_000),
    dialect: dialectOf(given.dialect ?? 'reference'),
    latency: whole('latency', given.latency ?? '0', 0, 600_000),
    rate: whole('rate', given.rate ?? String(limits.requestsPerMinute), 1, 1_000_000),
    mailsPerSecond: whole(
      'mails-per-second',
      given['mails-per-second'] ?? String(limits.emailsPerSecond),
      1,
      mostMailsPerSecond,
    ),
    smtp: smtpServer(given.smtp, secret('smtp-password', given['smtp-password-file'])),
    dns: given.dns === undefined ? null : resolver(given.dns),
    ...(given.anchor !== undefined && { anchor: instant(given.anchor) }),
    log: logForm(given.log ?? 'text'),
    stopWithin: whole('stop-within', given['stop-within'] ?? '8', 1, 3600),
    keys: {
      ...found('secretKey', secret('secret-key', given['secret-key-file'])),
      ...found('publicKey', secret('public-key', given['public-key-file'])),
      ...found('recordsToken', secret('records-token', given['records-token-file'])),
    },
    metricsToken: secret('metrics-token', given['metrics-token-file']),
    database: databaseOf(given, secret('database-password', given['database-password-file'])),
    allProjects: given['all-projects'] ?? false,
  }
  if (options.allProjects) refuseForAll(given, options)
  return options
}

/** What is said of one project cannot be said of all. */
function refuseForAll(given: Partial<Record<string, unknown>>, { keys }: ServiceOptions): void {
  if (given['project'] !== undefined)
    throw new OptionRefused('--all-projects serves every project, and --project names one: give one of them.')
  if (Object.keys(keys).length > 0)
    throw new OptionRefused(
      'With --all-projects each project has keys of its own: project add NAME prints them.',
    )
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      options: {
        host: text,
        port: text,
        'records-port': text,
        'public-url': text,
        data: text,
        contacts: text,
        dialect: text,
        latency: text,
        rate: text,
        'mails-per-second': text,
        anchor: text,
        smtp: text,
        dns: text,
        log: text,
        'stop-within': text,
        'secret-key-file': text,
        'public-key-file': text,
        'records-token-file': text,
        'smtp-password-file': text,
        'metrics-token-file': text,
        database: text,
        'database-password-file': text,
        'database-connections': text,
        project: text,
        'all-projects': { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new OptionRefused(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new OptionRefused(`--${name} takes a whole number from ${min} to ${max}, not "${text}".`)
}

function recordsPort(text: string | undefined, port: number): number {
  // Free where --port is, and where there is no port after it.
  if (text === undefined) return port === 0 || port === 65_535 ? 0 : port + 1
  const value = whole('records-port', text, 0, 65_535)
  if (value === 0 || value !== port) return value
  throw new OptionRefused(
    `--records-port takes another port than --port: two things cannot listen at ${port}.`,
  )
}

function address(text: string): string {
  if (text === 'localhost') return '127.0.0.1'
  if (isIP(text) !== 0) return text
  throw new OptionRefused(`--host takes an IP address of this machine, not "${text}".`)
}

function publicUrl(text: string): string {
  const url = parseUrl(text)
  const plain = url !== null && !url.search && !url.hash && !url.username && !url.password
  if (plain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  // Not repeated: it may hold a password.
  throw new OptionRefused('--public-url takes a URL such as https://mail.example.org, without a query.')
}

function dialectOf(text: string): DialectName {
  const known = Object.keys(dialects) as DialectName[]
  const found = known.find((name) => name === text)
  if (found) return found
  throw new OptionRefused(`--dialect takes ${known.join(', ')}, not "${text}".`)
}

function logForm(text: string): LogForm {
  if (text === 'text' || text === 'json') return text
  throw new OptionRefused(`--log takes text or json, not "${text}".`)
}

function instant(text: string): number {
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw new OptionRefused(`--anchor takes an ISO 8601 time, not "${text}".`)
}

function found(name: keyof Keys, key: string | null): Partial<Keys> {
  return key === null ? {} : { [name]: key }
}

function smtpServer(text: string | undefined, password: string | null): string | null {
  const url = text === undefined ? null : parseUrl(text)
  if (password !== null && !url?.username) {
    throw new OptionRefused('The SMTP password is that of the user in --smtp: smtp://user@host.')
  }
  if (text === undefined) return null
  if (url?.protocol === 'smtp:' || url?.protocol === 'smtps:') {
    if (password === null) return text
    url.password = encodeURIComponent(password)
    return url.href
  }
  // Not repeated: it may hold a password.
  throw new OptionRefused('--smtp takes a URL such as smtp://127.0.0.1:2525.')
}

/** Where the database is on another machine, its certificate is verified unless the URL says how it is. */
function databaseOf(
  given: Partial<Record<string, unknown>>,
  password: string | null,
): DatabaseOptions | null {
  const { database, project = 'default' } = given
  if (database === undefined) {
    const alone = ['project', 'all-projects', 'database-connections', 'database-password-file'].find(
      (name) => given[name] !== undefined,
    )
    if (alone !== undefined) throw new OptionRefused(`--${alone} is about a --database, which is not given.`)
    return null
  }
  const url = parseUrl(String(database))
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2 || url.hash)
    throw new OptionRefused('--database takes a URL such as postgres://user@host/name.')
  // Whoever is on this machine reads the command lines of all its processes.
  if (url.password)
    throw new OptionRefused('The password of --database goes into a file: --database-password-file FILE.')
  if (!/^[\w.-]{1,60}$/.test(String(project)))
    throw new OptionRefused('--project takes up to 60 letters, digits, dots, dashes and underscores.')
  if (password !== null) url.password = encodeURIComponent(password)
  const isHere = url.searchParams.has('host') || isLocal(url.hostname)
  if (!isHere && !url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'verify-full')
  const connections = whole('database-connections', String(given['database-connections'] ?? '10'), 2, 1000)
  return { url: url.href, project: String(project), connections }
}

const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

function resolver(text: string): string {
  const address = /^\[?([^\]]*?)\]?(?::(\d{1,5}))?$/.exec(text)
  if (isIP(text) !== 0 || (address?.[1] !== undefined && isIP(address[1]) !== 0)) return text
  throw new OptionRefused(`--dns takes the address of a resolver, such as 127.0.0.1:53, not "${text}".`)
}

/**
 * The data folder that `--data` says, or the usual one.
 * @throws OptionRefused in words.
 */
export function dataFolderOf(given: string | undefined): string {
  if (given === '') throw new OptionRefused('--data takes the path of a folder.')
  return given ?? defaultFolder()
}

/** Where the system keeps what a program stores for a person. */
function defaultFolder(): string {
  const { platform, env } = process
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? homedir(), 'Postroom', 'service')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Postroom', 'service')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'postroom', 'service')
}
