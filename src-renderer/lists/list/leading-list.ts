import { watch } from 'vue'
import { useScreenKeys } from '../../kit/page/screen-keys'

/** A list as {@link useLeadingList} knows it. */
interface LeadingList {
  /** The screen is about it, and its search is this list's. */
  leads: boolean
  /** Another one is another question. */
  load: () => unknown
}

/** What a list and the search of its screen know of each other: until an answer is here, its rows are those of other words. */
export function useLeadingList({ leads, load }: LeadingList) {
  const keys = useScreenKeys()
  const typed = () => keys.search()?.text().trim() ?? ''
  let asked = typed()
  let answered = asked
  // The field is told what it holds after the list is told what to ask.
  watch(load, () => (asked = typed()), { flush: 'post' })

  return {
    /** Whether the rows are those of other words than are typed. */
    isStale: () => leads && typed() !== answered,
    /** The rows of the last question are here. */
    settle: () => void (answered = asked),
    lead: keys.lead,
    clear: keys.clear,
  }
}
