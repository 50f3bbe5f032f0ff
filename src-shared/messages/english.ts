import activity from '../../resources/messages/en/activity.json'
import address from '../../resources/messages/en/address.json'
import app from '../../resources/messages/en/app.json'
import bridge from '../../resources/messages/en/bridge.json'
import campaigns from '../../resources/messages/en/campaigns.json'
import capabilities from '../../resources/messages/en/capabilities.json'
import catalogue from '../../resources/messages/en/catalogue.json'
import contacts from '../../resources/messages/en/contacts.json'
import copying from '../../resources/messages/en/copying.json'
import core from '../../resources/messages/en/core.json'
import counts from '../../resources/messages/en/counts.json'
import domains from '../../resources/messages/en/domains.json'
import events from '../../resources/messages/en/events.json'
import exports from '../../resources/messages/en/exports.json'
import format from '../../resources/messages/en/format.json'
import hosts from '../../resources/messages/en/hosts.json'
import imports from '../../resources/messages/en/imports.json'
import jobs from '../../resources/messages/en/jobs.json'
import kit from '../../resources/messages/en/kit.json'
import lists from '../../resources/messages/en/lists.json'
import mail from '../../resources/messages/en/mail.json'
import outbox from '../../resources/messages/en/outbox.json'
import overview from '../../resources/messages/en/overview.json'
import problems from '../../resources/messages/en/problems.json'
import profiles from '../../resources/messages/en/profiles.json'
import records from '../../resources/messages/en/records.json'
import review from '../../resources/messages/en/review.json'
import segments from '../../resources/messages/en/segments.json'
import service from '../../resources/messages/en/service.json'
import settings from '../../resources/messages/en/settings.json'
import shell from '../../resources/messages/en/shell.json'
import team from '../../resources/messages/en/team.json'
import templates from '../../resources/messages/en/templates.json'
import theme from '../../resources/messages/en/theme.json'
import told from '../../resources/messages/en/told.json'
import verification from '../../resources/messages/en/verification.json'
import words from '../../resources/messages/en/words.json'
import workflows from '../../resources/messages/en/workflows.json'

/** Every text of the console in English: a catalogue for each capability, and for what they share. */
export const english = {
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
