import {
  CircleDot,
  CreditCard,
  Layers,
  LogIn,
  MailCheck,
  MailOpen,
  MailX,
  MousePointerClick,
  Send,
  UserPen,
  UserPlus,
} from '@lucide/vue'
import type { Component } from 'vue'

const icons: readonly (readonly [beginning: RegExp, icon: Component])[] = [
  [/^email\.(open)/, MailOpen],
  [/^email\.(click)/, MousePointerClick],
  [/^email\.(bounce|complain)/, MailX],
  [/^email\.(sent)/, Send],
  [/^email\./, MailCheck],
  [/^contact\./, UserPen],
  [/^segment\./, Layers],
  [/^(login|log_in|signin|sign_in)/i, LogIn],
  [/^(invoice|payment|purchase|order|charge)/i, CreditCard],
  [/^(signup|sign_up|seat|user|member)/i, UserPlus],
]

/** The icon beside an event. */
export function eventIcon(name: string): Component {
  return icons.find(([beginning]) => beginning.test(name))?.[1] ?? CircleDot
}
