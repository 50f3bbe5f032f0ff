import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import type { Filled } from '../../../../src-shared/bridge/send'
import { variableText, type TemplateValues } from '../../../../src-shared/interface/template-text'
import { givenValues, type NeededValue, type SendForm } from './outgoing'

/** Where a value of somebody's mail comes from; `missing`: there is none, and nothing to fall back on. */
type ValueOrigin = 'typed' | 'contact' | 'fallback' | 'service' | 'missing'

/** A variable of a mail as somebody gets it. */
export interface ShownValue {
  name: string
  text: string
  from: ValueOrigin
}

/** Somebody who gets the mail; `contact` null: nobody has the address yet. */
export interface MailPerson {
  email: string
  /** Address in small letters. */
  key: string
  name: string | null
  contact: ContactRow | null
  values: readonly ShownValue[]
  filled: Filled
}

/** What the variables of a mail become for somebody: what is typed wins over the contact, and that over the fallback. */
export function shownValues(
  form: SendForm,
  { needed, service }: { needed: readonly NeededValue[]; service: readonly string[] },
  { email, contact }: Pick<MailPerson, 'email' | 'contact'>,
): ShownValue[] {
  const given = givenValues(form, needed, email)
  const known: TemplateValues = {
    id: contact?.id ?? '',
    email,
    unsubscribeUrl: '',
    subscribeUrl: '',
    manageUrl: '',
    data: contact?.data ?? {},
  }
  const own = (name: string) => variableText({ name, fallback: null, start: 0, end: 0 }, known)
  return [
    ...needed.map(({ name, fallback }): ShownValue => {
      const typed = given[name]
      if (typed !== undefined) return { name, text: typed, from: 'typed' }
      const text = own(name)
      if (text !== '') return { name, text, from: 'contact' }
      return fallback === null || fallback === ''
        ? { name, text: '', from: 'missing' }
        : { name, text: fallback, from: 'fallback' }
    }),
    ...service.map((name): ShownValue => ({ name, text: own(name), from: 'service' })),
  ]
}

/** How many variables somebody's mail has, and how they are filled. */
export function filledOf(values: readonly ShownValue[]): Filled {
  const count = (...from: ValueOrigin[]) => values.filter((one) => from.includes(one.from)).length
  return { of: values.length, filled: count('typed', 'contact', 'service'), fellBack: count('fallback') }
}

/** The variables that some people have no value for, and how many they are. */
export function missingOf(people: readonly MailPerson[]): { name: string; count: number }[] {
  const found = new Map<string, number>()
  for (const { values } of people) {
    for (const { name, from } of values) {
      if (from === 'missing') found.set(name, (found.get(name) ?? 0) + 1)
    }
  }
  return [...found].map(([name, count]) => ({ name, count }))
}
