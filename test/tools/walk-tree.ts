import { parseSync, visitorKeys } from 'oxc-parser'

/** A node of a parsed file. What else it has goes by its type. */
export type TreeNode = {
  readonly type: string
  /** Places in the text. */
  readonly start: number
  readonly end: number
  readonly [property: string]: unknown
}

/** What to do after a node was looked at: go on to its parts, or to some of them. */
export type GoOn = 'everywhere' | 'nowhere' | readonly TreeNode[]

/** Goes through a TypeScript file from its top. `parents`: those around a node, the nearest last. */
export function walkTree(path: string, text: string, look: (node: TreeNode, parents: readonly TreeNode[]) => GoOn): void {
  const walk = (node: TreeNode, parents: readonly TreeNode[]): void => {
    const goOn = look(node, parents)
    if (goOn === 'nowhere') return
    const around = [...parents, node]
    for (const part of goOn === 'everywhere' ? partsOf(node) : goOn) walk(part, around)
  }
  walk(parseSync(path, text).program as unknown as TreeNode, [])
}

export function partsOf(node: TreeNode): TreeNode[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => [node[key]].flat().filter(isNode))
}

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && typeof (value as TreeNode).type === 'string'
}
