import { nextTick, shallowRef } from 'vue'

/** What the page's one polite live region says. One for the page: whoever has something to say, says it here. */
export const announced = shallowRef('')

/** Has screen readers say something that changed, when they have a moment. The same words twice are said twice. */
export function announce(words: string): void {
  announced.value = ''
  void nextTick(() => (announced.value = words))
}
