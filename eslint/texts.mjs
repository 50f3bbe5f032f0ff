/** A sentence, or a few words of one: it begins large, as a text on screen does. Codes, keys and SQL do not look so. */
const sentence = /^[A-Z][\p{Ll}’']*(?: [\p{L}\d’'“”(),;:/%+–-]+)*? \p{Ll}{2,}[^<>={}\\]*$/u

/** A word that stands alone on a button or above a column. */
const word = /^[A-Z]\p{Ll}+(?: [\p{L}\d]+)*[.…?]?$/u

/** Properties whose value a person reads. */
const read = new Set([
  'ariaLabel',
  'description',
  'hint',
  'label',
  'message',
  'note',
  'placeholder',
  'sentence',
  'text',
  'title',
  'why',
])

/** What is said to programmers: failures that no person is shown, and the log. */
const unread = /(?:Error|Refused|Failure|Fault|Unreadable|Broken|Missing|Gone)$/

function isForProgrammers(node) {
  for (let up = node.parent; up; up = up.parent) {
    if (up.type === 'ThrowStatement') return true
    if (up.type === 'NewExpression' && up.callee.type === 'Identifier' && unread.test(up.callee.name))
      return true
    if (up.type === 'CallExpression') return up.callee.type === 'Super' || isLog(up.callee)
    if (up.type.includes('Function')) return false
  }
  return false
}

const isLog = (callee) =>
  callee.type === 'MemberExpression' &&
  callee.object.type === 'Identifier' &&
  ['console', 'log', 'logger'].includes(callee.object.name)

/** What is compared with something else was not written to be read. */
const isCompared = ({ parent }) => parent.type === 'BinaryExpression' || parent.type === 'SwitchCase'

/** Every text that a person reads stands in a catalogue of resources/messages: no sentence, label or title in code. */
export const texts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      text: '“{{text}}” is read by people: put it into resources/messages and say it with t().',
    },
  },
  create(context) {
    const judge = (node, text) => {
      const { parent } = node
      if (parent.type === 'ImportDeclaration' || parent.type === 'TSLiteralType' || isCompared(node)) return
      if ((parent.type === 'Property' && parent.key === node) || text.startsWith('Bearer ')) return
      const isValue = parent.type === 'Property' && !parent.computed && parent.value === node
      const isRead = isValue && read.has(parent.key.name ?? parent.key.value)
      if (!(sentence.test(text) || (isRead && word.test(text))) || isForProgrammers(node)) return
      context.report({ node, messageId: 'text', data: { text: text.slice(0, 60) } })
    }
    return {
      Literal(node) {
        if (typeof node.value === 'string') judge(node, node.value)
      },
      TemplateLiteral(node) {
        if (node.parent.type === 'TaggedTemplateExpression') return
        judge(node, node.quasis.map(({ value }) => value.cooked).join('one'))
      },
    }
  },
}
