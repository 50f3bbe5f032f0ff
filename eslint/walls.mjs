import path from 'node:path'

/** What the programs share. */
const shared = ['shared', 'shared/address', 'shared/interface', 'shared/lazily', 'shared/messages']

/** What everything in main may import. */
const ground = [...shared, 'core', 'core/client', 'core/dns', 'core/keychain']

/** What the parts of the copy are made of; they run in its worker. */
const copied = [...shared, 'core', 'core/database', 'core/index']

/** The capabilities of the console, with what each may ask of others; a part of the copy is named `<capability>/store`. */
const features = {
  activity: ['exports'],
  campaigns: ['catalogue', 'events', 'exports', 'mail', 'review', 'segments', 'segments/store'],
  // Counts are compared for the people whom a review would count.
  capabilities: ['review', 'segments'],
  catalogue: [],
  contacts: ['exports'],
  domains: ['catalogue'],
  events: [],
  exports: [],
  imports: ['contacts/store', 'core/database', 'core/index', 'exports', 'verification/store'],
  mail: ['events', 'exports'],
  outbox: [],
  overview: ['workflows'],
  // A slice of a plan is a campaign to a segment, sent as any other.
  plans: ['campaigns', 'catalogue', 'review', 'segments'],
  recent: [],
  records: ['exports'],
  // A review asks who is meant.
  review: ['catalogue', 'domains', 'segments', 'segments/store'],
  segments: ['catalogue', 'exports'],
  settings: ['exports'],
  // What several people sign is what a review hashes.
  team: ['catalogue', 'review'],
  templates: ['catalogue'],
  // Verification reads files as imports do, and verifies their rows.
  verification: ['contacts', 'exports', 'imports'],
  workflows: ['catalogue', 'catalogue/store', 'events'],
}
const every = Object.keys(features)

/** The parts of the copy, with what each may read of others. */
const stores = {
  activity: [],
  campaigns: ['contacts/store', 'events/store', 'segments/store'],
  capabilities: [],
  catalogue: ['copying/store'],
  contacts: ['copying/store', 'outbox/store'],
  copying: [],
  events: ['contacts/store', 'copying/store'],
  imports: ['contacts/store'],
  jobs: [],
  mail: [],
  outbox: [],
  plans: ['contacts/store', 'segments/store'],
  recent: ['catalogue/store', 'contacts/store'],
  records: ['contacts/store', 'copying/store'],
  review: [],
  segments: ['catalogue/store', 'contacts/store', 'events/store'],
  verification: ['contacts/store'],
}
const everyStore = Object.keys(stores).map((name) => `${name}/store`)

/** The same capabilities on the page, with what each may use of others. */
const pages = {
  activity: [],
  campaigns: ['contacts', 'mail', 'review', 'segments', 'team', 'verification'],
  contacts: [],
  domains: [],
  events: ['contacts'],
  imports: ['contacts'],
  mail: ['imports'],
  overview: ['verification'],
  profiles: ['shell'],
  records: ['profiles', 'contacts'],
  review: [],
  segments: ['contacts', 'verification'],
  settings: ['profiles', 'records', 'team'],
  team: [],
  templates: ['campaigns', 'mail', 'review'],
  verification: ['contacts', 'imports'],
  workflows: ['segments'],
}

/** What the page's capabilities stand on: controls, lists, jobs and what the whole page knows. */
const page = [...shared, 'page', 'page/transport', 'page/theme', 'page/stores', 'page/kit']
const pageParts = [...page, 'page/composables', 'page/lists', 'page/jobs']

/**
 * Which layer may import which: the arrows of docs/architecture.md. A layer may always import itself.
 * Order matters: the first prefix that fits a file is its layer.
 */
export const layers = [
  { layer: 'shared/lazily', prefix: 'src-shared/lazily.ts', may: [] },
  { layer: 'shared/messages', prefix: 'src-shared/messages/', may: ['shared/lazily'] },
  { layer: 'shared/address', prefix: 'src-shared/address/', may: ['shared/messages'] },
  {
    layer: 'shared/interface',
    prefix: 'src-shared/interface/',
    may: ['shared/address', 'shared/lazily', 'shared/messages'],
  },
  {
    layer: 'shared',
    prefix: 'src-shared/',
    may: ['shared/address', 'shared/interface', 'shared/lazily', 'shared/messages'],
  },
  { layer: 'preload', prefix: 'src-preload/', may: [] },
  { layer: 'service', prefix: 'src-service/', may: shared },

  // The page: what stands on nothing, then controls, lists, capabilities, the shell, and what puts them together.
  ...Object.entries(pages).map(([name, others]) => ({
    layer: `page/${name}`,
    prefix: `src-renderer/features/${name}/`,
    may: [...pageParts, ...others.map((other) => `page/${other}`)],
  })),
  onPage('transport', shared),
  onPage('theme', ['shared/messages']),
  onPage('stores', [...shared, 'page', 'page/theme']),
  onPage('composables', page),
  onPage('kit', page),
  onPage('lists', page),
  onPage('jobs', page),
  onPage('shell', [...pageParts, 'page/campaigns', 'page/mail']),
  ...['App.vue', 'create-page.ts', 'frame/', 'main.ts', 'router.ts'].map((name) => ({
    layer: 'page/app',
    prefix: `src-renderer/${name}`,
    may: [...pageParts, 'page/shell', ...Object.keys(pages).map((each) => `page/${each}`)],
  })),
  { layer: 'page', prefix: 'src-renderer/', may: [...shared, 'page/transport'] },

  // Inside main: hosts -> console -> bridge -> procedures -> profiles -> capabilities -> copying, jobs -> cache -> core.
  ...Object.entries(stores).map(([name, others]) => ({
    layer: `${name}/store`,
    prefix: `src-main/${['copying', 'jobs'].includes(name) ? name : `features/${name}`}/store/`,
    may: [...copied, ...others],
  })),
  {
    layer: 'procedures',
    fits: (file) => /^src-main\/(features\/.+|copying|jobs)\/([a-z-]+-)?procedures\.ts$/.test(file),
    may: [...ground, 'core/database', 'bridge/base', 'exports', 'profiles', ...every, 'verification/store'],
  },
  ...Object.entries(features).map(([name, others]) => ({
    layer: name,
    prefix: `src-main/features/${name}/`,
    may: [...ground, 'cache', 'copying', 'jobs', 'jobs/store', `${name}/store`, ...others],
  })),
  // An open profile: the list of what belongs to it.
  {
    layer: 'profiles',
    prefix: 'src-main/features/profiles/',
    may: [
      ...ground,
      'core/database',
      'cache',
      'copying',
      'jobs',
      ...every,
      'catalogue/store',
      'verification/store',
    ],
  },
  {
    layer: 'copying',
    prefix: 'src-main/copying/',
    may: [...ground, 'cache', 'copying/store', 'catalogue/store', 'records/store'],
  },
  { layer: 'jobs', prefix: 'src-main/jobs/', may: [...ground, 'cache', 'jobs/store'] },
  // The worker of the copy: the list of its parts.
  { layer: 'cache', prefix: 'src-main/cache/', may: [...copied, ...everyStore] },
  { layer: 'bridge/base', prefix: 'src-main/bridge/base.ts', may: [...ground, 'profiles'] },
  {
    layer: 'bridge',
    prefix: 'src-main/bridge/',
    may: [...ground, 'bridge/base', 'procedures', 'profiles', 'catalogue'],
  },
  { layer: 'core/client', prefix: 'src-main/core/client/', may: [...shared, 'core'] },
  { layer: 'core/keychain', prefix: 'src-main/core/keychain/', may: [...shared, 'core'] },
  { layer: 'core/dns', prefix: 'src-main/core/dns/', may: [...shared, 'core'] },
  { layer: 'core/database', prefix: 'src-main/core/database/', may: [...shared, 'core'] },
  {
    layer: 'core/index',
    prefix: 'src-main/core/index/',
    may: [...shared, 'core', 'core/database'],
  },
  // The log, the clock, the sentences of problems; and what a host gives, among it a keychain and DNS.
  {
    layer: 'core',
    prefix: 'src-main/core/',
    may: [...shared, 'core/keychain', 'core/dns'],
  },
  { layer: 'console', prefix: 'src-main/console.ts', may: ['core', 'bridge', 'profiles'] },
  { layer: 'hosts', prefix: 'src-main/hosts/', may: [...ground, 'console', 'profiles'] },

  // Written from what deployments do alone: a misunderstanding that it shared with us would never show.
  { layer: 'stand-in', prefix: 'tests/fixtures/deployed-service/', may: [] },
]

/** A folder of the page. */
function onPage(name, may) {
  return { layer: `page/${name}`, prefix: `src-renderer/${name}/`, may }
}

/** The layer of a file, by its path from the project's root; null for files outside the house. */
export function layerOf(file) {
  const normal = file.split(path.sep).join('/')
  return layers.find(({ prefix, fits }) => (fits ? fits(normal) : normal.startsWith(prefix))) ?? null
}

/** The folders that are reached by their index.ts alone: a capability, and the part of the copy that belongs to it. */
const capability = /^src-(?:main|renderer)\/features\/[\w-]+(?=\/|$)/
const store = /^src-main\/features\/[\w-]+\/store(?=\/|$)/

/** The file that an import means, from the path without its ending. */
function fileOf(target) {
  if (path.extname(target)) return target
  return [store, capability].some((folder) => folder.exec(target)?.[0] === target)
    ? `${target}/index.ts`
    : `${target}.ts`
}

/**
 * The folder whose index.ts an import goes around; null where it goes around none. The page's router loads pages one at a
 * time, and the bridge puts the procedures of all capabilities together.
 */
function passedDoor(from, to, lazily) {
  const folder = (store.exec(to) ?? capability.exec(to))?.[0]
  if (folder === undefined || to === `${folder}/index.ts`) return null
  if (capability.exec(from)?.[0] === capability.exec(to)[0]) return null
  if (lazily && from === 'src-renderer/router.ts') return null
  return from.startsWith('src-main/bridge/') && layerOf(to).layer === 'procedures' ? null : folder
}

/** Only the desktop host and its window know Electron: the core serves both hosts and the tests alike. */
const mayImportElectron = [
  'src-main/hosts/desktop/core.ts',
  'src-main/hosts/desktop/desktop.ts',
  'src-main/hosts/desktop/window/',
  'src-preload/',
]

/** ESLint rule: an import must follow an arrow of {@link layers}. */
export const walls = {
  meta: {
    type: 'problem',
    docs: { description: 'Imports follow the arrows of the house' },
    schema: [],
    messages: {
      wall: '{{from}} may not import {{to}}: arrows point down only (eslint/walls.mjs).',
      door: '{{from}} reaches past the door of {{folder}}: it is imported from its index.ts alone.',
      electron:
        'Only the desktop host imports electron; the core is given what it needs through src-main/core/host.ts.',
      service: '{{from}} may not import src-service: it is started as a process and spoken to over HTTP.',
    },
  },
  create(context) {
    const root = context.cwd
    const file = path.relative(root, context.filename).split(path.sep).join('/')
    const own = layerOf(file)
    if (!own) return {}

    function check(node, source, lazily = false) {
      if (source === 'electron' && !mayImportElectron.some((prefix) => file.startsWith(prefix))) {
        context.report({ node, messageId: 'electron' })
        return
      }
      if (!source.startsWith('.')) return
      const relative = path.relative(root, path.resolve(path.dirname(context.filename), source))
      const target = fileOf(relative.split(path.sep).join('/'))
      const other = layerOf(target)
      if (!other) return
      if (other.layer !== own.layer && !own.may.includes(other.layer)) {
        const messageId = other.layer === 'service' ? 'service' : 'wall'
        context.report({ node, messageId, data: { from: own.layer, to: other.layer } })
        return
      }
      const folder = passedDoor(file, target, lazily)
      if (folder !== null) context.report({ node, messageId: 'door', data: { from: own.layer, folder } })
    }

    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => node.source && check(node, node.source.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) =>
        node.source.type === 'Literal' && check(node, String(node.source.value), true),
    }
  },
}
