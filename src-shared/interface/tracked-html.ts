/** Digits of what names a message in its links, and characters of what signs one of them. */
export const trackingLengths = { token: 32, signature: 22 }

/** The longest target that is tracked, in characters: with the signature it must stay a URL that mail programs take. */
const longestTarget = 1500

/** What a link leads to as it is tracked; null when that is none that is followed: http, https, of bearable length. */
export function trackable(target: string): string | null {
  try {
    const { protocol, href } = new URL(target)
    return ['http:', 'https:'].includes(protocol) && href.length <= longestTarget ? href : null
  } catch {
    // It is no address.
    return null
  }
}

/** The address that leads on to what `signed` says, of the message that `token` names. */
export const clickUrl = (service: string, token: string, signed: string) =>
  `${service}/t/c/${token}/${signed}`

/** The address of the image whose loading says that a message was opened. */
export const pixelUrl = (service: string, token: string) => `${service}/t/o/${token}.gif`

/** The HTML of a campaign's mail as the service sends it: its links lead through `click`, but `pages`, and it has a pixel. */
export function trackedHtml(
  html: string,
  of: { pages: readonly string[]; click(target: string): string | null; pixel: string },
): string {
  const rewritten = rewriteLinks(html, (target) => (of.pages.includes(target) ? null : of.click(target)))
  return addPixel(rewritten, of.pixel)
}

/** Tags whose content is text: what looks like a link in there is none. */
const textTags = ['style', 'script', 'title', 'textarea', 'xmp', 'noembed', 'noframes']
const linkTags = ['a', 'area']
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Rewrites the links of an HTML text: `rewrite` is told what each leads to and says what takes its place, or null to
 * leave it. Everything else stays as it is, letter by letter. It reads every letter a bounded number of times, so a
 * hostile text takes no longer than a friendly one.
 */
export function rewriteLinks(html: string, rewrite: (target: string) => string | null): string {
  const tagStart = /<([a-z][^\s/>]*)/iy
  const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y
  let out = ''
  let copied = 0
  let at = 0

  // Reads the attributes of a tag up to its end, and rewrites the first href among them.
  function readTag(isLink: boolean): void {
    let found = !isLink
    for (;;) {
      attribute.lastIndex = at
      const read = attribute.exec(html)
      if (!read) break
      const value = read[2] ?? read[3] ?? read[4]
      if (!found && value !== undefined && read[1]?.toLowerCase() === 'href') {
        found = true
        const target = decoded(value)
        const replaced = target === null ? null : rewrite(target.trim())
        if (replaced !== null) {
          const start = attribute.lastIndex - value.length - (read[4] === undefined ? 2 : 0)
          out += `${html.slice(copied, start)}"${encoded(replaced)}"`
          copied = attribute.lastIndex
        }
      }
      at = attribute.lastIndex
    }
    const end = html.indexOf('>', at)
    at = end < 0 ? html.length : end + 1
  }

  for (;;) {
    at = html.indexOf('<', at)
    if (at < 0) break
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    tagStart.lastIndex = at
    const name = tagStart.exec(html)?.[1]?.toLowerCase()
    if (name === undefined) {
      at++
      continue
    }
    at = tagStart.lastIndex
    readTag(linkTags.includes(name))
    if (textTags.includes(name)) {
      const close = new RegExp(`</${name}[\\s/>]`, 'gi')
      close.lastIndex = at
      if (!close.test(html)) break
      at = close.lastIndex - 1
    }
  }
  return out + html.slice(copied)
}

/** Adds an image of one pixel at the end of an HTML text. */
export function addPixel(html: string, url: string): string {
  const image = `<img src="${encoded(url)}" width="1" height="1" alt="" style="display:block;border:0">`
  const end = html.toLowerCase().lastIndexOf('</body')
  return end < 0 ? html + image : html.slice(0, end) + image + html.slice(end)
}

/** The text that an attribute's value stands for; null when it holds an entity that is not known here. */
function decoded(value: string): string | null {
  let known = true
  const text = value.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/gi,
    (_all, ten, hex, name) => {
      if (name !== undefined) {
        const letter = Object.hasOwn(entities, name) ? entities[name] : undefined
        known &&= letter !== undefined
        return letter ?? ''
      }
      const point = ten === undefined ? Number.parseInt(hex, 16) : Number(ten)
      known &&= point <= 0x10ffff
      return known ? String.fromCodePoint(point) : ''
    },
  )
  return known ? text : null
}

function encoded(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
