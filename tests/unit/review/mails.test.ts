import { mailboxes } from '../../../src-shared/address/mailboxes'
import { describe, expect, it } from 'vitest'
import { parseMail } from '../../../src-main/features/review/parsed-mail'
import { rules } from '../../../src-main/features/review/rules/all'
import { readMail } from '../../../src-main/features/review/language'
import { goodMails } from '../../fixtures/good-mails'
import { mailFixtures } from '../../fixtures/mails'
import { sender, surroundings, survey } from './surroundings'

/** As many people at each provider: whatever any of their programs leaves out is told. */
const everywhere = mailboxes.map((mailbox) => ({ mailbox, people: 2000 }))

describe('the rules over whole mails', () => {
  it('are tried on at least 25', () => {
    expect(mailFixtures().length).toBeGreaterThanOrEqual(25)
  })

  it.each(mailFixtures().map(({ name, mail, fires }) => ({ name, mail, fires })))(
    'fire on $name as its manifest says, and no other does',
    ({ mail, fires }) => {
      const parsed = parseMail(mail)
      const around = surroundings({
        sender: sender(),
        survey: survey({ mailboxes: everywhere }),
        size: { bytes: Buffer.byteLength(mail.body), label: null, added: true },
      })
      const found = rules
        .flatMap((rule) => rule.check(parsed, around))
        .filter(({ outcome }) => outcome === 'error' || outcome === 'warning')
      const said = found.map(({ rule, outcome }) => rule + (outcome === 'error' ? '!' : ''))
      expect([...new Set(said)].sort()).toEqual(fires)
    },
  )

  it.each(mailFixtures().map(({ name, mail }) => ({ name, mail })))(
    'say of $name where each thing stands, with a sentence',
    ({ mail }) => {
      const parsed = parseMail(mail)
      const lines = mail.body.split('\n')
      for (const { outcome, places, sentence, title } of rules.flatMap((rule) =>
        rule.check(parsed, surroundings()),
      )) {
        expect(title).not.toBe('')
        if (outcome === 'passed') continue
        expect(sentence).toMatch(/^[^!]*[.]$|!/)
        for (const { part, line, column } of places) {
          if (part === 'body') expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1)
        }
      }
    },
  )

  it('have keys that are different for each thing a rule found', () => {
    for (const { mail } of mailFixtures()) {
      const keys = rules.flatMap((rule) => rule.check(parseMail(mail), surroundings())).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
})

describe('of mails that nothing is wrong with', () => {
  it('there are sixty, no two alike', () => {
    expect(new Set(goodMails().map(({ mail }) => mail.body)).size).toBe(60)
  })

  it.each(goodMails())('$name: no rule says more than a note', ({ mail, language }) => {
    const { mail: plain, ...template } = readMail(mail, language)
    const parsed = parseMail(plain)
    const around = surroundings({ sender: sender(), survey: survey({ mailboxes: everywhere }), template })
    const found = rules.flatMap((rule) => rule.check(parsed, around))
    expect(
      found
        .filter(({ outcome }) => outcome === 'error' || outcome === 'warning')
        .map(({ key, sentence }) => `${key}: ${sentence}`),
    ).toEqual([])
  })
})
