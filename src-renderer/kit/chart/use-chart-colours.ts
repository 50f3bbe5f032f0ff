import { useMutationObserver, usePreferredDark } from '@vueuse/core'
import { shallowRef, watch } from 'vue'

/** The tokens a chart is drawn with: a canvas cannot read CSS variables itself. */
export interface ChartColours {
  text: string
  hint: string
  line: string
  line2: string
  card: string
  raised: string
  wax: string
  font: string
  /** Series colours in the order in which series take them. */
  series: string[]
}

function read(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    text: token('t1'),
    hint: token('t3'),
    line: token('line'),
    line2: token('line2'),
    card: token('card'),
    raised: token('raised'),
    wax: token('wax'),
    font: token('font') || getComputedStyle(document.body).fontFamily,
    series: [1, 2, 3, 4, 5, 6].map((number) => token(`series-${number}`)),
  }
}

/** The current theme's colours, read again when the theme changes. */
export function useChartColours() {
  const colours = shallowRef(read())
  const refresh = () => {
    colours.value = read()
  }
  useMutationObserver(document.documentElement, refresh, { attributes: true })
  watch(usePreferredDark(), refresh, { flush: 'post' })
  return colours
}
