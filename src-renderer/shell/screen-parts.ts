/** The parts of the window that F6 goes through, in their order: where the focus lands in each. */
const parts: readonly { part: string; lands: string }[] = [
  { part: 'nav.rail', lands: '[aria-current="page"], a' },
  { part: 'main [data-filters]', lands: 'input, button' },
  { part: 'main', lands: '[role="row"][tabindex="0"], h1[tabindex], a, button:not(:disabled), input' },
  { part: '.side-panel', lands: 'button:not(:disabled), a, input, [tabindex="0"]' },
  { part: '.status-bar', lands: 'button' },
]

function innermost(at: Element | null): number {
  return parts.reduce((found, { part }, index) => {
    const element = document.querySelector(part)
    if (!element?.contains(at)) return found
    const before = found < 0 ? null : document.querySelector(parts[found]?.part ?? '')
    return before === null || before.contains(element) ? index : found
  }, -1)
}

/** Puts the focus into the next part of the window that has anything to land on. */
export function toNextPart(): void {
  const from = innermost(document.activeElement)
  for (let step = 1; step <= parts.length; step++) {
    const next = parts[(from + step) % parts.length]
    const target = next && document.querySelector(next.part)?.querySelector<HTMLElement>(next.lands)
    target?.focus()
    if (target && document.activeElement === target) return
  }
}

/** Presses the primary button of the dialog that is open, else the screen's last one; nothing where that waits. */
export function pressPrimary(): void {
  const place = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.querySelector('main')
  const all = place?.querySelectorAll<HTMLButtonElement>('.n-button--primary-type:has(.n-button__border)')
  if (all) [...all].at(-1)?.click()
}
