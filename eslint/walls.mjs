import path from 'node:path'

/** What everything in main but its lowest rooms may import. */
const below = [
  'shared',
  'shared/interface',
  'main/ground',
  'main/client',
  'main/cache',
  'main/keychain',
  'main/dns',
]

/** The rooms in the middle of main, with what each may import besides what lies below. */
const middle = {
  // Reads a list to its end, whatever comes in it.
  copying: [],
  sync: ['main/copying'],
  outbox: [],
  export: [],
  catalogue: [],
  // A review asks the catalogue who is meant.
  review: ['main/catalogue'],
  mail: [],
  // A campaign is sent as it was signed off, and its tests are mails.
  campaigns: ['main/catalogue', 'main/review', 'main/mail'],
  jobs: [],
  // Counts are compared for the people whom a review would count.
  capabilities: ['main/catalogue', 'main/review'],
  // Selections are read as exports read them.
  records: ['main/copying', 'main/export'],
}
const middles = Object.keys(middle).map((name) => `main/${name}`)

/**
 * Which room may import which: the arrows of "The house" (docs/architecture.md). A room may always import itself.
 * Order matters: the first prefix that fits a file is its room.
 */
export const rooms = [
  { room: 'shared/interface', prefix: 'src-shared/interface/', may: [] },
  // What an address is lies as low: the interface's forms say it too.
  { room: 'shared/interface', prefix: 'src-shared/address/', may: [] },
  { room: 'shared', prefix: 'src-shared/', may: ['shared/interface'] },
  { room: 'preload', prefix: 'src-preload/', may: [] },
  { room: 'renderer', prefix: 'src-renderer/', may: ['shared', 'shared/interface'] },
  { room: 'service', prefix: 'src-service/', may: ['shared', 'shared/interface'] },

  // Inside main: hosts -> console -> bridge -> profiles -> the middle -> (client, cache, keychain, dns).
  ...['client', 'cache', 'keychain', 'dns'].map((name) =>
    main(name, ['shared', 'shared/interface', 'main/ground']),
  ),
  ...Object.entries(middle).map(([name, more]) => main(name, [...below, ...more])),
  main('profiles', [...below, ...middles]),
  main('bridge', [...below, ...middles, 'main/profiles']),
  {
    room: 'main/console',
    prefix: 'src-main/console.ts',
    may: [...below, ...middles, 'main/profiles', 'main/bridge'],
  },
  // What every room of main stands on: types of the host, the log, the clock, the sentences of problems, whole files, letters.
  { room: 'main/ground', prefix: 'src-main/core/host.ts', may: ['shared', 'main/keychain', 'main/dns'] },
  { room: 'main/ground', prefix: 'src-main/core/log.ts', may: ['shared'] },
  { room: 'main/ground', prefix: 'src-main/core/clock.ts', may: ['shared'] },
  { room: 'main/ground', prefix: 'src-main/core/problems.ts', may: ['shared'] },
  { room: 'main/ground', prefix: 'src-main/core/whole-file.ts', may: ['shared'] },
  { room: 'main/ground', prefix: 'src-main/core/doubtful-letters.ts', may: ['shared'] },
  // Everything else in src-main is a host: it may import all of main.
  {
    room: 'main/host',
    prefix: 'src-main/',
    may: [...below, 'main/console', 'main/bridge', 'main/profiles', 'main/sync', 'main/outbox'],
  },

  // Written from what deployments do alone: a misunderstanding that it shared with us would never show.
  { room: 'stand-in', prefix: 'tests/fixtures/deployed-service/', may: [] },
]

/** A folder of main. */
function main(name, may) {
  return { room: `main/${name}`, prefix: `src-main/${name}/`, may }
}

/** The room of a file, by its path from the project's root; null for files outside the house. */
export function roomOf(file) {
  const normal = file.split(path.sep).join('/')
  return rooms.find(({ prefix }) => normal.startsWith(prefix)) ?? null
}

/** Only the desktop host and its window know Electron: the core serves both hosts and the tests alike. */
const mayImportElectron = ['src-main/hosts/desktop/desktop.ts', 'src-main/hosts/desktop/window/', 'src-preload/']

/** ESLint rule: an import must follow an arrow of {@link rooms}. */
export const walls = {
  meta: {
    type: 'problem',
    docs: { description: 'Imports follow the arrows of the house' },
    schema: [],
    messages: {
      wall: '{{from}} may not import {{to}}: arrows point down only (eslint/walls.mjs).',
      electron:
        'Only the desktop host imports electron; the core is given what it needs through src-main/core/host.ts.',
      service: '{{from}} may not import src-service: it is started as a process and spoken to over HTTP.',
    },
  },
  create(context) {
    const root = context.cwd
    const file = path.relative(root, context.filename).split(path.sep).join('/')
    const own = roomOf(file)
    if (!own) return {}

    function check(node, source) {
      if (source === 'electron' && !mayImportElectron.some((prefix) => file.startsWith(prefix))) {
        context.report({ node, messageId: 'electron' })
        return
      }
      if (!source.startsWith('.')) return
      const target = path.relative(root, path.resolve(path.dirname(context.filename), source))
      const other = roomOf(target.split(path.sep).join('/') + (path.extname(target) ? '' : '.ts'))
      if (!other || other.room === own.room || own.may.includes(other.room)) return
      const messageId = other.room === 'service' ? 'service' : 'wall'
      context.report({ node, messageId, data: { from: own.room, to: other.room } })
    }

    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => node.source && check(node, node.source.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => node.source.type === 'Literal' && check(node, String(node.source.value)),
    }
  },
}
