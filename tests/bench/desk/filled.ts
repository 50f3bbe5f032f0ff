import { usualBrake } from '../../../src-shared/campaign-brake'
import { constants, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../src-main/cache/schema/first'
import { emptySettings, type StoredProfile } from '../../../src-main/features/profiles/stored'
import { fill, open, scratch } from '../cache/open'

/** Port 9 (discard) of this machine: nobody answers there, so the app shows the copy and syncs nothing. */
const nobody = 'http://127.0.0.1:9'

const profile: StoredProfile = {
  id: 'bench',
  name: 'Bench',
  colour: 1,
  production: false,
  readOnly: false,
  address: nobody,
  embedded: false,
  secretKey: null,
  publicKey: null,
  cacheKey: null,
  formerCacheAccounts: [],
  records: [],
  team: null,
  teamKey: null,
  brake: usualBrake,
  plan: { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 0.5 },
  createdAt: 0,
}

/** Fills a folder once and keeps it among the temporary files; what was filled half is begun anew. */
function model(count: number): string {
  const folder = join(tmpdir(), `postroom-bench-model-${count}-${migrations.at(-1)?.number ?? 0}`)
  const ready = join(folder, 'filled')
  if (existsSync(ready)) return folder
  console.error(`Filling a copy with ${count} contacts in ${folder}.`)
  rmSync(folder, { recursive: true, force: true })
  const profileFolder = join(folder, 'profiles', profile.id)
  mkdirSync(profileFolder, { recursive: true })
  const opened = open(profileFolder, null)
  fill(opened, count)
  opened.settle()
  // As after any earlier start: the keys of `data` were counted when the list was last shown.
  opened.store.contacts.fields()
  opened.db.close()
  // As it was left: on Contacts.
  const { settings: usual } = emptySettings
  const left = { ...usual, lastScreens: { [profile.id]: 'contacts' } }
  const settings = { ...emptySettings, currentId: profile.id, profiles: [profile], settings: left }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  writeFileSync(ready, '')
  return folder
}

/**
 * A data folder of its own, removed when the program ends, whose one profile has a copy of `count` contacts: what
 * the app opens as it would after a sync. Hosts that use it need {@link withoutKeychain}: the copy is a plain file.
 */
export function filledDesk(count: number): string {
  const folder = scratch(`desk-${count}`)
  cpSync(model(count), folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}

/** The environment of a host without a keychain: where there is none, the copy stays the plain file that it is. */
export const withoutKeychain = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
