import { describe, expect, it } from 'vitest'
import { statementText } from '../../../src-service/store/postgres/statement-text'

describe('a statement for PostgreSQL', () => {
  it('binds by place, and the project behind that', () => {
    const { text, values } = statementText('SELECT seq FROM contact WHERE email = ? AND seq < ?')
    expect(text).toBe(
      'SELECT seq FROM (SELECT * FROM contact WHERE project = $3) AS contact WHERE email = $1 AND seq < $2',
    )
    expect(values(['ada@example.com', 7], 3)).toEqual(['ada@example.com', 7, 3])
  })

  it('binds by name, one value for each name', () => {
    const { text, values } = statementText('SELECT @b, @a, @b')
    expect(text).toBe('SELECT $1, $2, $1')
    expect(values([{ a: 1, b: 2, c: 3 }], 3)).toEqual([2, 1])
  })

  it('is refused that binds by name and by place', () => {
    expect(() => statementText('SELECT @name, ?')).toThrow('by name or by place, not both')
  })

  it('is refused that writes a project what it does not name', () => {
    expect(() => statementText("INSERT INTO contact VALUES (1, 'ada@example.com')")).toThrow(
      'An INSERT names its columns.',
    )
  })

  it.each([[[]], [['ada@example.com']], [[null]]])('is not asked by name with %j', (bound) => {
    const { values } = statementText('SELECT @email')
    expect(() => values(bound, 3)).toThrow('A statement that binds by name gets an object.')
  })

  it('is not asked where a name stands for nothing', () => {
    const { values } = statementText('SELECT @email, @name')
    expect(() => values([{ email: 'ada@example.com' }], 3)).toThrow('Nothing is bound to @name.')
    expect(values([{ email: 'ada@example.com', name: null }], 3)).toEqual(['ada@example.com', null])
  })

  it.each([
    ['SELECT seq FROM contact', null],
    ['UPDATE contact SET email = ?', { table: 'contact', what: 'UPDATE' }],
    ['DELETE FROM contact WHERE seq = ?', { table: 'contact', what: 'DELETE' }],
    ['INSERT INTO contact (email) VALUES (?)', { table: 'contact', what: 'INSERT' }],
    [
      'WITH one AS (SELECT 1) INSERT INTO contact (email) SELECT email FROM one',
      { table: 'contact', what: 'INSERT' },
    ],
  ])('is known for what it writes: %s', (text, writes) => {
    expect(statementText(text).writes).toEqual(writes)
  })
})
