import type { ContractRouterClient } from '@orpc/contract'
import { activity } from './activity'
import { bulk } from './bulk'
import { campaigns } from './campaigns'
import { capabilities } from './capabilities'
import { contacts } from './contacts'
import { corrections } from './corrections'
import { domains } from './domains'
import { drafts } from './drafts'
import { events } from './events'
import { images } from './images'
import { imports } from './imports'
import { jobs } from './jobs'
import { listFiles } from './list-files'
import { live } from './live'
import { names } from './names'
import { outbox } from './outbox'
import { overview } from './overview'
import { projectActivity } from './project-activity'
import { profiles } from './profiles'
import { recent } from './recent'
import { records } from './records'
import { review } from './review'
import { seal } from './seal'
import { segments } from './segments'
import { send } from './send'
import { settings, storage } from './settings'
import { sync } from './sync'
import { team } from './team'
import { templates } from './templates'
import { verdicts } from './verdicts'
import { verification } from './verification'
import { workflows } from './workflows'

/** Everything the renderer may ask of the core. A test asserts that declared, implemented and used agree. */
export const contract = {
  profiles,
  seal,
  sync,
  contacts,
  events,
  names,
  overview,
  outbox,
  jobs,
  imports,
  bulk,
  verification,
  corrections,
  verdicts,
  listFiles,
  workflows,
  domains,
  segments,
  templates,
  drafts,
  campaigns,
  review,
  team,
  send,
  images,
  recent,
  records,
  capabilities,
  activity,
  projectActivity,
  settings,
  storage,
  live,
}

/** The renderer's side of {@link contract}. */
export type Bridge = ContractRouterClient<typeof contract>
