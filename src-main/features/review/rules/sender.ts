import { getDomain } from 'tldts'
import type { Place } from '../../../../src-shared/bridge/review'
import { found, mono, passed, type Remark, reviewRule, type SenderFacts } from './rule'

const address = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/
/** Above so many mails a day, mailbox providers ask for DMARC. */
const manyADay = 5000

/** The sender's address can be used, and receivers find its domain in order. */
export const senderDomain = reviewRule('senderDomain', 'sender', (parsed, { sender }) => {
  const places = [parsed.placeIn('from')]
  const from = parsed.mail.from.trim()
  if (!address.test(from)) {
    const title = from === '' ? 'No sender' : 'Sender is no address'
    const sentence = 'A mail needs an address that it is from. Give one of a verified domain.'
    return found('error', title, sentence, { places })
  }
  if (sender === null) return []
  const { dns } = sender
  const remarks = standingRemarks(sender, places)
  for (const what of ['spf', 'dkim'] as const) {
    const { state, words } = dns[what]
    const name = what.toUpperCase()
    if (state === 'missing' || state === 'other') {
      const title = state === 'missing' ? `No ${name} record` : `${name} record is another`
      const sentence = `${words} Mail without it lands in spam, or is refused.`
      remarks.push(found('warning', title, sentence, { key: what, places }))
    } else if (state === 'unknown') {
      remarks.push(found('note', `${name} was not looked up`, words, { key: what, places }))
    }
  }
  if (remarks.length > 0) return remarks
  return passed(`Sender’s domain verified, SPF${dns.dkim.state === 'published' ? ' and DKIM' : ''}`)
})

/** What is wrong with the sender's domain at the service. */
function standingRemarks({ domain, written, standing }: SenderFacts, places: Place[]): Remark[] {
  const check = (level: 'error' | 'note', title: string, sentence: string) => [
    found(level, title, sentence, { key: 'standing', places }),
  ]
  switch (standing) {
    case 'absent':
    case 'unverified': {
      const what = standing === 'absent' ? 'is not among the sending domains' : 'is not verified yet'
      const sentence = `${mono(domain)} ${what}, so the service will not sign its mail, or refuse it. ${standing === 'absent' ? 'Add it in Domains, or send from another.' : 'Publish its records, then check it in Domains.'}`
      return check('error', 'Sender’s domain is not verified', sentence)
    }
    case 'otherwise': {
      const sentence = `This service compares letter by letter: it knows ${mono(domain)} and refuses mail from ${mono(written)}. Write the sender’s domain as ${mono(domain)}.`
      return check('error', 'Sender’s domain is written another way', sentence)
    }
    case null: {
      const sentence = 'The sending domains were never read from the service. Sync them, then review again.'
      return check('note', 'Sender’s domain was not looked up', sentence)
    }
    case 'verified':
      return []
  }
}

/** What receivers are asked to do with mail that only pretends to be from the domain. */
export const dmarcPolicy = reviewRule('dmarcPolicy', 'sender', (parsed, { sender, survey }) => {
  if (sender === null) return []
  const { state, words, records } = sender.dns.dmarc
  const places = [parsed.placeIn('from')]
  if (state === 'unknown' || state === 'unasked') {
    return found('note', 'DMARC was not looked up', words, { places })
  }
  const policy = /(?:^|;)\s*p\s*=\s*([a-z]+)/i.exec(records[0]?.found[0] ?? '')?.[1]?.toLowerCase()
  if (state === 'missing' || policy === undefined) {
    const many = (survey?.willGet ?? 0) > manyADay
    const sentence = `${mono(sender.domain)} publishes none. Large mailbox providers ask for one of whoever sends more than 5,000 mails a day.`
    return found(many ? 'warning' : 'note', 'No DMARC policy', sentence, { places })
  }
  if (policy === 'none') {
    const sentence =
      'Mail that only pretends to be from this domain is let through. When your own mail passes, ask for `quarantine`.'
    return found('note', 'DMARC policy is `none`', sentence, { places })
  }
  return passed(`DMARC policy is \`${policy}\``)
})

/** Answers reach somebody. */
export const replyTo = reviewRule('replyTo', 'mail', (parsed) => {
  const to = parsed.mail.replyTo.trim()
  const from = parsed.mail.from.trim()
  const places = [parsed.placeIn(to === '' ? 'from' : 'replyTo')]
  if (to !== '' && !address.test(to)) {
    const sentence =
      'The service refuses a mail whose answers go to no address. Correct it, or leave it empty.'
    return found('error', 'Reply-to is no address', sentence, { places })
  }
  if (/^(?:no|do-?not|donot)[._-]?reply/i.test(to === '' ? from : to)) {
    const sentence = `Answers to ${mono(to === '' ? from : to)} reach nobody. People who cannot answer mark mail as spam sooner.`
    return found('note', 'Answers reach nobody', sentence, { places })
  }
  const theirs = getDomain(to.split('@').at(-1) ?? '')
  const ours = getDomain(from.split('@').at(-1) ?? '')
  if (to !== '' && ours !== null && theirs !== ours) {
    const sentence = `The mail is from ${mono(ours)}, its answers go to ${mono(theirs ?? to)}. Filters take that for a sign of fraud.`
    return found('note', 'Reply-to is of another domain', sentence, { places })
  }
  return passed(to === '' ? 'Answers go to the sender' : 'Reply-to set')
})
