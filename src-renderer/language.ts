import { createI18n, type MessageContext, type MessageFunction } from 'vue-i18n'
import { closestLanguage, tagOf, textsIn } from '../src-shared/messages/languages'
import { compiler, speak, spokenFrom } from '../src-shared/messages/message'

// The host wrote it into the page. Texts are said from the first line of the other modules on, so this one is imported
// before them and waits for its texts.
const language = closestLanguage(document.documentElement.lang)
const tag = tagOf(language)
const texts = await textsIn(language)

const compile = compiler(tag)

/** The language of this page. Another language is another page. */
export const i18n = createI18n({
  legacy: false,
  locale: tag,
  messages: { [tag]: {} },
  messageResolver: (_, key) => texts(key) ?? null,
  messageCompiler: (message) => sayer(String(message)),
})

/** Says a text with the values that stand in it: strings and numbers, as `t` takes them. */
function sayer(text: string): MessageFunction {
  const message = compile(text)
  return ({ values }: MessageContext) => message.say(values as Record<string, string>)
}

speak({ ...spokenFrom(tag, texts, compile), say: (key, values) => i18n.global.t(key, values ?? {}) })
