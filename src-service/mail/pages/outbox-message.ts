import { html } from 'hono/html'
import type { ReadMail } from '../read-source'
import type { Markup } from './frame'
import { type ListedMessage, stateTag, timeMark } from './outbox-list'

/** One message of the outbox. `mail` is null where its source is not kept. */
export function outboxMessage(message: ListedMessage, mail: ReadMail | null, leaves: boolean): Markup {
  const { id, address, subject, status, endedAt, fault, opens, clicks } = message
  return html`<main class="desk">
    <header class="head">
      <a class="button" href="/outbox">Outbox</a>
      <h1>${subject ?? 'Without a subject'}</h1>
      ${mail ? html`<a class="button" href="/outbox/${id}/source.eml" download>Download .eml</a>` : ''}
    </header>
    ${fault === null ? '' : html`<p class="note">${fault}</p>`}
    <div class="sheet section">
      <dl>
        <dt>To</dt>
        <dd>${mail?.to ?? address}</dd>
        ${mail ? row('From', mail.from) : ''} ${mail?.replyTo ? row('Reply to', mail.replyTo) : ''}
        <dt>State</dt>
        <dd>${stateTag(status)}</dd>
        <dt>Time</dt>
        <dd>${timeMark(endedAt)}</dd>
        ${opens === 0 ? '' : row('Opened', times(opens))} ${clicks === 0 ? '' : row('Clicked', times(clicks))}
      </dl>
    </div>
    ${mail ? parts(id, mail) : gone(leaves)}
  </main>`
}

function row(name: string, value: string): Markup {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}

const times = (count: number): string => (count === 1 ? 'Once' : `${count} times`)

function gone(leaves: boolean): Markup {
  const why = leaves
    ? 'It was handed to the SMTP server. What goes out is not kept here.'
    : 'There is none, or it made room for newer ones.'
  return html`<div class="sheet section">
    <h2>No source is kept</h2>
    <p class="hint">${why}</p>
  </div>`
}

function parts(id: string, { headers, text, hasHtml, attachments }: ReadMail): Markup {
  return html`
    ${
      hasHtml
        ? html`<div class="sheet">
            <iframe sandbox="" src="/outbox/${id}/html" title="The message as HTML"></iframe>
          </div>`
        : ''
    }
    ${
      attachments.length === 0
        ? ''
        : html`<section class="sheet section">
            <h2>Attachments</h2>
            <ul>
              ${attachments.map(
                ({ filename, contentType, size }, at) =>
                  html`<li>
                    <a href="/outbox/${id}/attachments/${at}" download>${filename}</a>
                    <span class="hint">${contentType}, ${size.toLocaleString('en')} bytes</span>
                  </li>`,
              )}
            </ul>
          </section>`
    }
    <details class="sheet" ${hasHtml ? '' : 'open'}>
      <summary>Plain text</summary>
      ${plain(text)}
    </details>
    <details class="sheet">
      <summary>All headers</summary>
      <div class="section">
        <dl class="headers mono">${headers.map(({ name, value }) => row(name, value))}</dl>
      </div>
    </details>
  `
}

// On one line: what stands between the tags is shown as it is.
const plain = (text: string): Markup => html`<pre class="mono">${text}</pre>`
