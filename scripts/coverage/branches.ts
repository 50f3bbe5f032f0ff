import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { parse } from 'vue/compiler-sfc'
import type { Place } from './covered'

/** A stretch of a source that is held by tests where it ran. */
export interface Stretch {
  start: Place
  end: Place
}

/** What of a source can run: the statements, and the arms between which it chooses. */
export interface Runnable {
  statements: Stretch[]
  arms: Stretch[]
}

/** Reads what of a TypeScript file, or of the script of a Vue component, can run. */
export function runnableOf(file: string): Runnable {
  const text = readFileSync(file, 'utf8')
  const found: Runnable = { statements: [], arms: [] }
  for (const { code, lines } of scriptsOf(file, text)) {
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
    const stretch = (node: ts.Node): Stretch => ({
      start: placeOf(source, node.getStart(source), lines),
      end: placeOf(source, node.getEnd(), lines),
    })
    const visit = (node: ts.Node): void => {
      if (isRunning(node)) found.statements.push(stretch(node))
      found.arms.push(...armsOf(node).map(stretch))
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

/** The scripts of a file, and how many lines stand before each. */
function scriptsOf(file: string, text: string): { code: string; lines: number }[] {
  if (!file.endsWith('.vue')) return [{ code: text, lines: 0 }]
  const { descriptor } = parse(text, { filename: file })
  return [descriptor.script, descriptor.scriptSetup].flatMap((block) =>
    block ? [{ code: block.content, lines: block.loc.start.line - 1 }] : [],
  )
}

function placeOf(source: ts.SourceFile, at: number, lines: number): Place {
  const { line, character } = source.getLineAndCharacterOfPosition(at)
  return { line: line + 1 + lines, column: character }
}

/** Whether something happens when a statement is reached: types, imports and declarations of functions only are. */
function isRunning(node: ts.Node): boolean {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.some(
      ({ initializer }) => initializer && !ts.isFunctionLike(initializer),
    )
  return (
    ts.isExpressionStatement(node) ||
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isIfStatement(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isSwitchStatement(node) ||
    ts.isTryStatement(node) ||
    ts.isBreakOrContinueStatement(node)
  )
}

const shortCircuits = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** The arms that a node chooses between: what runs only sometimes when the node does. */
function armsOf(node: ts.Node): ts.Node[] {
  if (ts.isIfStatement(node))
    return node.elseStatement ? [node.thenStatement, node.elseStatement] : [node.thenStatement]
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse]
  if (ts.isBinaryExpression(node) && shortCircuits.has(node.operatorToken.kind)) return [node.right]
  if (ts.isCaseOrDefaultClause(node)) return node.statements.slice(0, 1)
  if (ts.isCatchClause(node)) return node.block.statements.slice(0, 1)
  if (ts.isFunctionLike(node) && 'body' in node && node.body)
    return [ts.isBlock(node.body) ? (node.body.statements[0] ?? node.body) : node.body]
  return []
}
