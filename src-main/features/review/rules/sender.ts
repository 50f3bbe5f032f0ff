import { getDomain } from 'tldts'
import type { Check } from '../../../../src-shared/bridge/review'
import type { ParsedMail } from '../parsed-mail'
import { found, mono, passed, type ReviewRule, type SenderFacts, type RuleFacts } from './rule'

const address = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/
/** Above so many mails a day, mailbox providers ask for DMARC. */
const manyADay = 5000

/** The sender's address can be used, and receivers find its domain in order. */
export const senderDomain: ReviewRule = {
  rule: 'senderDomain',
  needs: 'sender',
  check(parsed, { sender }) {
    const rule = 'senderDomain'
    const places = [parsed.placeIn('from')]
    const from = parsed.mail.from.trim()
    if (!address.test(from)) {
      const title = from === '' ? 'No sender' : 'Sender is no address'
      const sentence = 'A mail needs an address that it is from. Give one of a verified domain.'
      return [found(rule, 'error', { title, sentence, places })]
    }
    if (sender === null) return []
    const { dns } = sender
    const checks = standingChecks(sender, places)
    for (const what of ['spf', 'dkim'] as const) {
      const { state, words } = dns[what]
      const name = what.toUpperCase()
      if (state === 'missing' || state === 'other') {
        const title = state === 'missing' ? `No ${name} record` : `${name} record is another`
        checks.push(
          found(rule, 'warning', {
            key: what,
            title,
            sentence: `${words} Mail without it lands in spam, or is refused.`,
            places,
          }),
        )
      } else if (state === 'unknown') {
        checks.push(
          found(rule, 'note', { key: what, title: `${name} was not looked up`, sentence: words, places }),
        )
      }
    }
    if (checks.length > 0) return checks
    return [
      passed(
        rule,
        dns.dkim.state === 'published'
          ? 'Sender’s domain verified, SPF and DKIM'
          : 'Sender’s domain verified, SPF',
      ),
    ]
  },
}

/** What is wrong with the sender's domain at the service. */
function standingChecks({ domain, written, standing }: SenderFacts, places: Check['places']): Check[] {
  const check = (level: 'error' | 'note', title: string, sentence: string) => [
    found('senderDomain', level, { key: 'standing', title, sentence, places }),
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
export const dmarcPolicy: ReviewRule = {
  rule: 'dmarcPolicy',
  needs: 'sender',
  check(parsed, surroundings) {
    const { sender } = surroundings
    return sender === null ? [] : [dmarc(parsed, sender, surroundings)]
  },
}

function dmarc(parsed: ParsedMail, { dns, domain }: SenderFacts, { survey }: RuleFacts): Check {
  const rule = 'dmarcPolicy'
  const { state, words, records } = dns.dmarc
  const places = [parsed.placeIn('from')]
  if (state === 'unknown' || state === 'unasked') {
    return found(rule, 'note', { title: 'DMARC was not looked up', sentence: words, places })
  }
  const policy = /(?:^|;)\s*p\s*=\s*([a-z]+)/i.exec(records[0]?.found[0] ?? '')?.[1]?.toLowerCase()
  if (state === 'missing' || policy === undefined) {
    const many = (survey?.willGet ?? 0) > manyADay
    return found(rule, many ? 'warning' : 'note', {
      title: 'No DMARC policy',
      sentence: `${mono(domain)} publishes none. Large mailbox providers ask for one of whoever sends more than 5,000 mails a day.`,
      places,
    })
  }
  if (policy === 'none') {
    return found(rule, 'note', {
      title: 'DMARC policy is `none`',
      sentence:
        'Mail that only pretends to be from this domain is let through. When your own mail passes, ask for `quarantine`.',
      places,
    })
  }
  return passed(rule, `DMARC policy is \`${policy}\``)
}

/** Answers reach somebody. */
export const replyTo: ReviewRule = {
  rule: 'replyTo',
  needs: 'mail',
  check(parsed) {
    const rule = 'replyTo'
    const to = parsed.mail.replyTo.trim()
    const from = parsed.mail.from.trim()
    const places = [parsed.placeIn(to === '' ? 'from' : 'replyTo')]
    if (to !== '' && !address.test(to)) {
      const sentence =
        'The service refuses a mail whose answers go to no address. Correct it, or leave it empty.'
      return [found(rule, 'error', { title: 'Reply-to is no address', sentence, places })]
    }
    if (/^(?:no|do-?not|donot)[._-]?reply/i.test(to === '' ? from : to)) {
      const sentence = `Answers to ${mono(to === '' ? from : to)} reach nobody. People who cannot answer mark mail as spam sooner.`
      return [found(rule, 'note', { title: 'Answers reach nobody', sentence, places })]
    }
    const theirs = getDomain(to.split('@').at(-1) ?? '')
    const ours = getDomain(from.split('@').at(-1) ?? '')
    if (to !== '' && ours !== null && theirs !== ours) {
      const sentence = `The mail is from ${mono(ours)}, its answers go to ${mono(theirs ?? to)}. Filters take that for a sign of fraud.`
      return [found(rule, 'note', { title: 'Reply-to is of another domain', sentence, places })]
    }
    return [passed(rule, to === '' ? 'Answers go to the sender' : 'Reply-to set')]
  },
}
