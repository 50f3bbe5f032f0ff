import { inject, onBeforeUnmount, onMounted, provide, type InjectionKey, type Ref } from 'vue'

/** The list that a screen is about, as its search, its side panel and whoever comes to it know it. */
interface ScreenList {
  /** Takes the focus: on its keyboard row, before rows are there on what stands in their place. */
  land(): void
  /** Opens its keyboard row, as soon as the rows are those of what is searched for. */
  open(): void
  /** Whether there is a row to go to. */
  hasRows(): boolean
  /** Clears its selection. Answers whether there was any. */
  unselect(): boolean
}

/** The search of that list. */
interface ScreenSearch {
  text(): string
  clear(): void
}

/** Gives the focus to what is offered, if whoever came to the screen is still where coming put them. Answers how to take the offer back. */
type OfferFocus = (land: () => void) => () => void

/** Where the shell waits for what a screen begins with. */
export const arrivalKey: InjectionKey<OfferFocus> = Symbol('arrival')

function offerWhileHere(offer: OfferFocus | null, land: () => void): void {
  let takeBack: (() => void) | undefined
  onMounted(() => (takeBack = offer?.(land)))
  onBeforeUnmount(() => takeBack?.())
}

/** From its setup: where a screen without a list begins, as long as the component is there. */
export function beginOn(land: () => void): void {
  offerWhileHere(inject(arrivalKey, null), land)
}

function screenKeys(offer: OfferFocus | null) {
  let list: ScreenList | null = null
  let search: ScreenSearch | null = null

  return {
    list: () => list,
    search: () => search,
    /** From its setup: a list is what this screen is about. */
    lead(mine: ScreenList): void {
      list = mine
      offerWhileHere(offer, mine.land)
      onBeforeUnmount(() => {
        if (list === mine) list = null
      })
    },
    /** From its setup: a field is the search of that list. */
    searchBy(mine: ScreenSearch): void {
      search = mine
      onBeforeUnmount(() => {
        if (search === mine) search = null
      })
    },
    /** Esc: clears the search, where it is empty the selection. Answers whether anything was cleared. */
    clear(): boolean {
      if (!search || search.text() === '') return list?.unselect() ?? false
      search.clear()
      return true
    },
  }
}

type ScreenKeys = ReturnType<typeof screenKeys>

const key: InjectionKey<ScreenKeys> = Symbol('screen keys')

/** For the frame of a screen: its list and its search find each other. */
export function provideScreenKeys(): void {
  provide(key, screenKeys(inject(arrivalKey, null)))
}

/** For what is searched within a part of a screen, and has nothing to do with the screen's list. */
export function keepKeysApart(): void {
  provide(key, screenKeys(null))
}

/** The screen that the component stands in; one of its own where it stands in none. */
export function useScreenKeys(): ScreenKeys {
  return inject(key, () => screenKeys(null), true)
}

/** For what stands beside a list for a while: where it goes with the focus in it, that goes to the list. */
export function giveFocusBack(part: Ref<HTMLElement | null>): void {
  const keys = useScreenKeys()
  onBeforeUnmount(() => {
    if (part.value?.contains(document.activeElement)) keys.list()?.land()
  })
}
