import type { Options } from 'css-select'
import { defaultTreeAdapter, type DefaultTreeAdapterMap } from 'parse5'
import { attributeOf } from '../render/inert'

/** A node of a mail. */
export type Node = DefaultTreeAdapterMap['node']
/** An element of a mail as selectors ask for it. */
export type Styled = DefaultTreeAdapterMap['element']
/** How selectors ask for what stands around an element. */
export type Tree = NonNullable<Options<Node, Styled>['adapter']>

/**
 * How a mail is asked for selectors.
 * @param look told what a question costs; false: there are no more answers, so that whatever asks comes to its end
 */
export function countedTree(look: (cost: number) => boolean): Tree {
  const children = (node: Node): Node[] => ('childNodes' in node && look(1) ? node.childNodes : [])
  const parent = (node: Node): Node | null => ('parentNode' in node && look(1) ? node.parentNode : null)
  const value = (element: Styled, name: string): string | undefined => {
    const found = attributeOf(element, name) ?? undefined
    // Comparing reads the value.
    return look(1 + (found?.length ?? 0) / 64) ? found : undefined
  }
  return {
    isTag: (node): node is Styled => look(1) && defaultTreeAdapter.isElementNode(node),
    getName: ({ tagName }) => tagName,
    getAttributeValue: value,
    hasAttrib: (element, name) => value(element, name) !== undefined,
    getChildren: children,
    getParent: parent,
    getSiblings: (node) => {
      const around = parent(node)
      return around ? children(around) : [node]
    },
    getText: () => '',
    removeSubsets: (nodes) => nodes,
  }
}
