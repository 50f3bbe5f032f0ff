import { ref, type Ref } from 'vue'

/** Pixels below the upper edge at which a part counts as the one that is read. */
const readAt = 64

/** Which part of a page that scrolls is read: the one at its top, or at its end the one that was asked for. */
export function useFollowScroll(page: Readonly<Ref<HTMLElement | null>>, ids: () => readonly string[]) {
  const here = ref<string | null>(null)
  /** It was asked for, and stays until the page is scrolled by hand. */
  let asked: string | null = null

  function follow(): void {
    const element = page.value
    if (!element || asked !== null) return
    const top = element.getBoundingClientRect().top + readAt
    const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2
    const parts = ids().flatMap((id) => document.getElementById(id) ?? [])
    const passed = parts.filter((part) => part.getBoundingClientRect().top <= top)
    const last = atEnd && element.scrollTop > 0 ? parts.at(-1) : passed.at(-1)
    here.value = (last ?? parts[0])?.id ?? null
  }

  function goTo(id: string): void {
    asked = id
    here.value = id
    document.getElementById(id)?.scrollIntoView({ block: 'start' })
  }

  /** A hand is on the page: from now on the index follows it again. */
  function release(): void {
    asked = null
  }

  return { here, follow, goTo, release }
}
