import type { Migration } from '../../core/database/migrate'

/** Causes as an older Postroom kept them; what else stands there is the title of a job, which a person began. */
const causesAsSigns = `
  UPDATE activity SET cause = CASE cause
    WHEN 'Outbox' THEN 'outbox' WHEN 'Schedule' THEN 'schedule' WHEN 'Restart' THEN 'resumed' WHEN 'Postroom' THEN 'postroom'
    WHEN 'New profile' THEN 'first' WHEN 'Neues Profil' THEN 'first'
    WHEN 'New connection' THEN 'first' WHEN 'Neue Verbindung' THEN 'first'
    ELSE 'person' END
  WHERE cause NOT IN ('person', 'outbox', 'schedule', 'first', 'resumed', 'postroom');
`

const nouns = {
  contacts: ['contacts', 'Kontakte'],
  events: ['events', 'Ereignisse'],
  eventNames: ['event names', 'Ereignisnamen'],
  segments: ['segments', 'Segmente'],
  templates: ['templates', 'Vorlagen'],
  campaigns: ['campaigns', 'Kampagnen'],
  workflows: ['workflows', 'Workflows'],
  domains: ['domains', 'Domains'],
}
/* eslint-disable house/texts -- compared with what older copies hold, and never said. */
const begins = {
  'told.quickRefresh': ['Quick refresh of ', 'Schnellabgleich: '],
  'told.fullRun': ['Full sync of ', 'Vollabgleich: '],
}
/* eslint-enable house/texts */

/** Titles of runs as an older Postroom kept them, in either language. */
const runTitlesAsSigns = Object.entries(begins)
  .flatMap(([say, words]) =>
    Object.entries(nouns).map(([resource, [english, german]]) => {
      const sign = JSON.stringify({ say, values: { resource } })
      const known = `'${words[0]}${english}', '${words[1]}${german}'`
      return `UPDATE activity SET title = '${sign}' WHERE kind = 'run' AND title IN (${known});`
    }),
  )
  .join('\n')

/**
 * What the activity log, jobs and the outbox keep are signs that are said when they are shown. Causes, the titles of runs and
 * the reasons of those who are subscribed again are carried over; other titles of an older Postroom are shown as they are.
 */
export const signs: Migration = {
  number: 160,
  name: 'signs of what is told',
  up(db) {
    db.exec(`
      ${causesAsSigns}
      ${runTitlesAsSigns}
      ALTER TABLE outbox ADD COLUMN reason TEXT;
      UPDATE outbox SET reason = substr(summary, 18) WHERE summary LIKE 'Subscribe again: %';
      ALTER TABLE outbox DROP COLUMN summary;
    `)
  },
}
