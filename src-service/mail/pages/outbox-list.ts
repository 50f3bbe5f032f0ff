import { html } from 'hono/html'
import type { OutboxRow } from '../outbox'
import type { Markup } from './frame'

/** A message as the list shows it. */
export interface ListedMessage extends OutboxRow {
  /** Its public id. */
  id: string
}

interface OutboxListFacts {
  messages: ListedMessage[]
  /** What was searched for; empty for nothing. */
  search: string
  /** Whether the mail goes out through an SMTP server. */
  leaves: boolean
  waiting: number
  /** Whether this is not the first page. */
  later: boolean
  /** Query of the next page; null at the end. */
  next: string | null
}

const words: Record<OutboxRow['status'], [word: string, kind: string]> = {
  sent: ['Sent', 'good'],
  bounced: ['Refused', 'bad'],
  failed: ['Not rendered', 'bad'],
  unknown: ['Unknown', 'warning'],
  cancelled: ['Taken back', ''],
}

/** The state of a message as a word. */
export function stateTag(status: OutboxRow['status']): Markup {
  const [word, kind] = words[status]
  return html`<span class="tag ${kind}">${word}</span>`
}

/** A time, exact to the second, in UTC: the page has no script that would know the reader's zone. */
export function timeMark(ms: number): Markup {
  const iso = new Date(ms).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

/** The list of the outbox. */
export function outboxList({ messages, search, leaves, waiting, later, next }: OutboxListFacts): Markup {
  return html`<main class="desk">
    <header class="head">
      <h1>Outbox</h1>
      <form role="search">
        <input
          type="search"
          name="search"
          value="${search}"
          placeholder="Part of an address"
          aria-label="Search by address"
        />
        <button>Search</button>
      </form>
    </header>
    <p class="hint">
      ${
        leaves
          ? 'Mail goes out through the SMTP server. What was sent is listed here, without its source.'
          : 'Nothing leaves this machine. Every message is kept here as it would have been sent.'
      }
      ${waiting === 0 ? '' : `${waiting.toLocaleString('en')} ${waiting === 1 ? 'waits' : 'wait'} to be sent.`}
    </p>
    <div class="sheet list">${messages.length === 0 ? empty(search, later) : table(messages)}</div>
    <div class="pages">
      ${later ? html`<a class="button" href="/outbox${query(search)}">Newest</a>` : ''}
      ${next === null ? '' : html`<a class="button" rel="next" href="/outbox?${next}">Older</a>`}
    </div>
  </main>`
}

function query(search: string): string {
  return search === '' ? '' : `?${new URLSearchParams({ search }).toString()}`
}

function empty(search: string, later: boolean): Markup {
  const [title, sentence] =
    search !== ''
      ? ['No message fits', `Nothing was sent to an address with ${search} in it.`]
      : later
        ? ['No older messages', 'The list ends here.']
        : ['Nothing was sent yet', 'POST /v1/send and campaigns put messages here.']
  return html`<div class="section">
    <h2>${title}</h2>
    <p class="hint">${sentence}</p>
  </div>`
}

function table(messages: ListedMessage[]): Markup {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">To</th>
        <th scope="col">Subject</th>
        <th scope="col" class="state">State</th>
        <th scope="col" class="when">Time</th>
      </tr>
    </thead>
    <tbody>
      ${messages.map(
        ({ id, address, subject, status, endedAt }) =>
          html`<tr>
            <td title="${address}"><a href="/outbox/${id}">${address}</a></td>
            <td title="${subject ?? ''}">${subject ?? '–'}</td>
            <td class="state">${stateTag(status)}</td>
            <td class="when">${timeMark(endedAt)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
