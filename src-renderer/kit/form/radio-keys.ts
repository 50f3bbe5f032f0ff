const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrows choose the neighbour in a row of buttons, as in a group of radio buttons: what the row does on `keydown`. */
export function chooseNeighbour(event: KeyboardEvent): void {
  const step = steps[event.key]
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((one) => one === document.activeElement)
  const next = all[(at + step + all.length) % all.length]
  next?.focus()
  next?.click()
}

/** What a button of such a row has: whether it is chosen, and whether Tab comes to it. */
export function radioButton(checked: boolean, reached = checked) {
  return { type: 'button' as const, role: 'radio', 'aria-checked': checked, tabindex: reached ? 0 : -1 }
}
