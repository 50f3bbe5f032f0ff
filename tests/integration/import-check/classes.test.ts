import { expect, test } from 'vitest'
import { checked, classes, contact, openRows, profile, shown } from './support'

test('a row whose address the copy does not have is new', async () => {
  const { folder } = profile([contact(1)])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nnobody@example.com,pro\n')
  expect(await classes(rows)).toEqual(['new'])
})

test('a row that says what the contact has is unchanged, however the address is written', async () => {
  const { folder } = profile([contact(1, { email: 'Anna@Example.com', data: { plan: 'pro' } })])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nanna@example.com,pro\n')
  expect(await classes(rows)).toEqual(['unchanged'])
})

test('a changed row shows what the contact has, cell by cell', async () => {
  const { folder } = profile([
    contact(1, { email: 'anna@example.com', data: { plan: 'free', city: 'Cork' } }),
  ])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan,city,team\nanna@example.com,pro,Cork,red\n')
  const [row] = await shown(rows)
  expect(row?.class).toBe('changed')
  expect(row?.cells.map(({ before }) => before)).toEqual([null, 'free', null, ''])
})

test('an empty cell changes nothing', async () => {
  const { folder } = profile([contact(1, { email: 'anna@example.com', data: { plan: 'free' } })])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nanna@example.com,\n')
  expect(await classes(rows)).toEqual(['unchanged'])
})
