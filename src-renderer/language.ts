import { closestLanguage, spokenIn } from '../src-shared/messages/languages'
import { speak } from '../src-shared/messages/message'

// The host wrote it into the page: another language is another page. Texts are said from the first line of the other modules
// on, so this one is imported before them and waits for its texts.
speak(await spokenIn(closestLanguage(document.documentElement.lang)))

// Without an export this would be a CommonJS module to the bundler, which runs after what it should come before.
export {}
