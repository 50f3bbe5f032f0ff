import { describe, expect, it } from 'vitest'
import { contactName } from '../../../../src-renderer/lists/contact-name'

describe("a contact's name", () => {
  it('is its name, else first and last, else none', () => {
    expect(contactName({ data: { name: ' Anna ' } })).toBe('Anna')
    expect(contactName({ data: { firstName: 'Ida', lastName: 'Berg' } })).toBe('Ida Berg')
    expect(contactName({ data: { name: 4, plan: 'pro' } })).toBeNull()
  })
})
