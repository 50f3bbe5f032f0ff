import { describe, expect, it } from 'vitest'
import { accessibility } from '../../../src-main/features/review/rules/accessibility'
import { linkHosts, linkTags } from '../../../src-main/features/review/rules/link-hosts'
import { look, outcomes } from './surroundings'

const link = (address: string, text = 'Your log') => `<a href="${address}">${text}</a>`
const sound = (inside: string) => `<html lang="en"><body><h1>Tides</h1>${inside}</body></html>`

describe('a mail that is read aloud', () => {
  it.each([
    ['language', '<html><body><p>Hello</p></body></html>', '<p>Hello</p>'],
    ['headings', sound('<h3>Wind</h3>'), sound('<h2>Wind</h2><h5>Gusts</h5>')],
    [
      'tables',
      sound('<table><tr><td>x</td></tr></table>'),
      sound('<table role="none"><tr><td><table><tr><td>y</td></tr></table></td></tr></table>'),
    ],
    [
      'linkTexts',
      sound(link('https://harbournotes.app', 'Click here')),
      sound(link('https://harbournotes.app', ' Mehr … ')),
    ],
  ])('is told of its %s', (key, ...mails) => {
    for (const body of mails) expect(outcomes(accessibility, body)).toEqual([`note accessibility:${key}`])
  })

  it.each([
    sound('<h2>Wind</h2><h3>Gusts</h3><h2>Tide</h2>'),
    sound('<table><tr><th>Port</th></tr><tr><td>Veere</td></tr></table>'),
    sound('<div style="display:none"><h6>x</h6></div>'),
    sound(link('https://harbournotes.app', 'More about tides')),
    sound('<a href="https://harbournotes.app" aria-label="More about tides">more</a>'),
  ])('passes with %s', (body) => expect(outcomes(accessibility, body)).toEqual(['passed accessibility']))

  it('says which lines to mend', () => {
    const [check] = look(accessibility, '<html lang="en"><h1>Tides</h1>\n<h4>Wind</h4></html>')
    expect(check?.sentence).toBe(
      '`h4` follows `h1`. Headings are how people who listen find their way. Leave no level out in line 2.',
    )
  })
})

describe('a host that looks like the sender’s', () => {
  it.each(['harbournote.app', 'harb0urnotes.com', 'harboumotes.app'])('is found: %s', (host) => {
    expect(outcomes(linkHosts, link(`https://${host}/log`))).toEqual(['warning linkHosts'])
  })

  it.each(['harbournotes.app', 'www.harbournotes.com', 'harbour-guide.org', 'notes.app'])(
    'is not %s',
    (host) => {
      expect(outcomes(linkHosts, link(`https://${host}/log`))).toEqual(['passed linkHosts'])
    },
  )

  it('is not looked for where the sender’s name is short', () => {
    expect(outcomes(linkHosts, link('https://abd.com'), { from: 'x@abc.com' })).toEqual(['passed linkHosts'])
  })
})

describe('campaign tags', () => {
  const tagged = (...tags: string[]) =>
    tags.map((tag) => link(`https://harbournotes.app/a?${tag}`)).join('\n')

  it('that differ on one site are found, and where', () => {
    const [check] = look(linkTags, tagged('utm_campaign=nov', 'utm_campaign=Nov', 'utm_campaign=nov'))
    expect(check).toMatchObject({
      key: 'linkTags:harbournotes.app:utm_campaign',
      outcome: 'warning',
      places: [{ line: 2 }],
    })
    expect(check?.sentence).toContain('`nov` and `Nov`')
    expect(outcomes(linkTags, tagged('utm_source=log&utm_medium=email', 'utm_source=log'))).toEqual([
      'warning linkTags:harbournotes.app:utm_medium',
    ])
  })

  it('may differ in what they are for, on other sites, and on links without any', () => {
    const body = [
      tagged('utm_campaign=nov&utm_content=head', 'utm_campaign=nov&utm_content=foot', 'x=1'),
      link('https://partner.org/?utm_campaign=theirs'),
    ].join('\n')
    expect(outcomes(linkTags, body)).toEqual(['passed linkTags'])
  })
})
