import activity from '../../resources/messages/de/activity.json'
import address from '../../resources/messages/de/address.json'
import app from '../../resources/messages/de/app.json'
import bridge from '../../resources/messages/de/bridge.json'
import campaigns from '../../resources/messages/de/campaigns.json'
import capabilities from '../../resources/messages/de/capabilities.json'
import catalogue from '../../resources/messages/de/catalogue.json'
import contacts from '../../resources/messages/de/contacts.json'
import copying from '../../resources/messages/de/copying.json'
import core from '../../resources/messages/de/core.json'
import counts from '../../resources/messages/de/counts.json'
import domains from '../../resources/messages/de/domains.json'
import events from '../../resources/messages/de/events.json'
import exports from '../../resources/messages/de/exports.json'
import format from '../../resources/messages/de/format.json'
import hosts from '../../resources/messages/de/hosts.json'
import imports from '../../resources/messages/de/imports.json'
import jobs from '../../resources/messages/de/jobs.json'
import kit from '../../resources/messages/de/kit.json'
import lists from '../../resources/messages/de/lists.json'
import mail from '../../resources/messages/de/mail.json'
import outbox from '../../resources/messages/de/outbox.json'
import overview from '../../resources/messages/de/overview.json'
import problems from '../../resources/messages/de/problems.json'
import profiles from '../../resources/messages/de/profiles.json'
import records from '../../resources/messages/de/records.json'
import review from '../../resources/messages/de/review.json'
import segments from '../../resources/messages/de/segments.json'
import service from '../../resources/messages/de/service.json'
import settings from '../../resources/messages/de/settings.json'
import shell from '../../resources/messages/de/shell.json'
import team from '../../resources/messages/de/team.json'
import templates from '../../resources/messages/de/templates.json'
import theme from '../../resources/messages/de/theme.json'
import told from '../../resources/messages/de/told.json'
import verification from '../../resources/messages/de/verification.json'
import words from '../../resources/messages/de/words.json'
import workflows from '../../resources/messages/de/workflows.json'
import type { Catalogue } from './message'

/** The same in German. */
export const german: Catalogue = {
  activity,
  address,
  app,
  bridge,
  campaigns,
  capabilities,
  catalogue,
  contacts,
  copying,
  core,
  counts,
  domains,
  events,
  exports,
  format,
  hosts,
  imports,
  jobs,
  kit,
  lists,
  mail,
  outbox,
  overview,
  problems,
  profiles,
  records,
  review,
  segments,
  service,
  settings,
  shell,
  team,
  templates,
  theme,
  told,
  verification,
  words,
  workflows,
}
