import { expect, it } from 'vitest'
import { firstIdIn } from '../../../src-main/core/client/too-large'

it.each([
  ['a list by its name', '{"contacts":[{"id":"cnt_1","email":"a@example.com","data":{"text":"xx', 'cnt_1'],
  ['a list under data', '{"data":[{"email":"a","id":"cnt_2","data":{"x', 'cnt_2'],
  ['a bare list', '[{"id":"cnt_3","x":"', 'cnt_3'],
  ['an id within the record’s data', '{"data":[{"data":{"id":"other"},"id":"cnt_4","text":"', 'cnt_4'],
  ['an id in a list of the record’s', '{"data":[{"tags":[{"id":"other"}],"id":"cnt_5","text":"', 'cnt_5'],
  ['a text that says id', '{"data":[{"name":"id","of":"\\"id\\":\\"no\\"","id":"cnt_6","text":"', 'cnt_6'],
  ['no id before the break', '{"data":[{"text":"xxxxxxxx', null],
  ['an id that broke off', '{"data":[{"id":"cnt', null],
  ['an id of the answer', '{"id":"no","data":[{"text":"', null],
  ['a number', '{"data":[{"id":12,"text":"', null],
  ['nothing', '', null],
])('the first id of %s', (_, text, id) => expect(firstIdIn(text)).toBe(id))
