import { createI18n, type MessageContext, type MessageFunction } from 'vue-i18n'
import { closestLanguage, tagOf, textsIn } from '../src-shared/messages/languages'
import { compile, speak } from '../src-shared/messages/message'

// The host wrote it into the page. Texts are said from the first line of the other modules on, so this one is imported
// before them and waits for its texts.
const language = closestLanguage(document.documentElement.lang)
const tag = tagOf(language)
const texts = await textsIn(language)

// The library asks for a text's function whenever it is said, and keeps those of its own compiler alone.
const compiled = new Map<string, MessageFunction>()

/** The language of this page, for sentences that hold an element (`<i18n-t>`). Another language is another page. */
export const i18n = createI18n({
  legacy: false,
  locale: tag,
  messages: { [tag]: {} },
  messageResolver: (_, key) => texts(key) ?? null,
  messageCompiler: (message) => {
    const text = String(message)
    const known = compiled.get(text) ?? sayer(text)
    compiled.set(text, known)
    return known
  },
})

/** Says a text as a string; where an element stands in one of its places, as a list of what it is made of. */
function sayer(text: string): MessageFunction {
  const format = compile(text, tag)
  return ({ values, type }: MessageContext) => {
    // The library's own type of the values is wider than what any text is given: strings, numbers, elements.
    const given = values as Record<string, string>
    const parts = format.formatToParts<string>(given).map(({ value }) => value)
    return (type === 'vnode' ? parts : parts.join('')) as string
  }
}

speak({ tag, say: (key, values) => i18n.global.t(key, values ?? {}) })
