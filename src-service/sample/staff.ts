import { asciiOf } from './culture'

/** Somebody of the product's own people, who keep the records. */
interface StaffMember {
  name: string
  email: string
  role: 'admin' | 'editor' | 'viewer'
  active: boolean
}

const people: [name: string, role: StaffMember['role'], active?: false][] = [
  ['Ingrid Solheim', 'admin'],
  ['Tomás Ferreira', 'editor'],
  ['Aoife Brennan', 'editor'],
  ['Jun Minato', 'editor'],
  ['Karel Dvořák', 'viewer', false],
  ['Sanna Lindqvist', 'admin'],
  ['Mehmet Yıldız', 'editor'],
  ['Priya Nair', 'viewer'],
  ['Owen Pritchard', 'editor', false],
  ['Lucía Ortega', 'editor'],
  ['Wiebke Harms', 'viewer'],
  ['Daniel Okafor', 'editor'],
  ['Hélène Garnier', 'viewer'],
]

/** The people who keep the sample's records. */
export const staff: readonly StaffMember[] = people.map(([name, role, active = true]) => ({
  name,
  email: `${asciiOf(name.split(' ')[0] ?? name)}@harbournotes.app`,
  role,
  active,
}))
