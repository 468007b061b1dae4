import { parseSync, visitorKeys } from 'oxc-parser'

/** A node of the syntax tree. Further members depend on its type. */
export type TreeNode = {
  readonly type: string
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
  readonly [property: string]: unknown
}

/** Which children to visit after a node: all, none, or some. */
export type ChildrenToVisit = 'everywhere' | 'nowhere' | readonly TreeNode[]

/**
 * Walks a TypeScript file's syntax tree from its root. Calls `look` for each node. `look` returns the children to visit. `parents`: the
 * node's ancestors, the nearest one last.
 */
export function walkTree(path: string, text: string, look: (node: TreeNode, parents: readonly TreeNode[]) => ChildrenToVisit): void {
  const walk = (node: TreeNode, parents: readonly TreeNode[]): void => {
    const descend = look(node, parents)
    if (descend === 'nowhere') return
    const around = [...parents, node]
    for (const part of descend === 'everywhere' ? childTreeNodes(node) : descend) walk(part, around)
  }
  walk(parseSync(path, text).program as unknown as TreeNode, [])
}

export function childTreeNodes(node: TreeNode): TreeNode[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => [node[key]].flat().filter(isNode))
}

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && typeof (value as TreeNode).type === 'string'
}
