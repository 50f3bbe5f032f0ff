import { html } from 'hono/html'
import type { Subscription } from '../reactions'
import { type Markup, slip } from './frame'

interface SubscriptionPage {
  title: string
  content: Markup
}

/** The page that says whether an address gets mail, with the button that changes it. Only the button changes anything. */
export function subscriptionPage(token: string, found: Subscription): SubscriptionPage {
  if (found.who === 'deleted') {
    const title = 'Not on the list'
    return { title, content: slip(title, 'This address is no longer on the list. Nothing is sent to it.') }
  }
  if (found.who === 'nobody') {
    const title = 'This was a test'
    const sentence = `The message to ${found.address} was a test. There is no subscription behind it.`
    return { title, content: slip(title, sentence) }
  }
  const { address, subscribed } = found
  if (subscribed) {
    const title = 'You are subscribed'
    const sentence = `${address} gets our mailings. Unsubscribe, and no more are sent to it.`
    return { title, content: slip(title, sentence, button(`/unsubscribe/${token}`, 'Unsubscribe')) }
  }
  const title = 'You are unsubscribed'
  const sentence = `${address} does not get our mailings. Subscribe, and the next ones are sent to it.`
  return { title, content: slip(title, sentence, button(`/subscribe/${token}`, 'Subscribe')) }
}

function button(action: string, label: string): Markup {
  return html`<form method="post" action="${action}">
    <button class="primary" name="confirm" value="yes">${label}</button>
  </form>`
}
