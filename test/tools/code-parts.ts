import { parseSync, Visitor } from 'oxc-parser'
import type { TreeFile } from './tree-files.ts'
import { isNode, type TreeNode } from './walk-tree.ts'

/** A comment, a declared name or a test title. `start`: its offset in the file. */
export type CodePart = { readonly text: string; readonly start: number }
type CodeWords = { readonly comments: readonly CodePart[]; readonly names: readonly CodePart[]; readonly titles: readonly CodePart[] }
type Comment = { readonly type: string; readonly start: number; readonly end: number }

/** Returns the comments, declared names and test titles of a TypeScript or JavaScript file. */
export function extractCodeParts({ path, text }: TreeFile): CodeWords {
  const { program, comments } = parseSync(path, text)
  const names: CodePart[] = []
  const titles: CodePart[] = []
  const declare = (pattern: unknown): void => void names.push(...namesInPattern(pattern))
  const declareFunction = (node: { readonly id?: unknown; readonly params: readonly unknown[] }): void =>
    [node.id, ...node.params].forEach(declare)
  const declareId = ({ id }: { readonly id?: unknown }): void => declare(id)
  const declareKey = ({ key, computed }: { readonly key: unknown; readonly computed?: boolean }): void =>
    declare(computed === true ? null : key)
  new Visitor({
    VariableDeclarator: declareId,
    FunctionDeclaration: declareFunction,
    FunctionExpression: declareFunction,
    ArrowFunctionExpression: declareFunction,
    TSDeclareFunction: declareFunction,
    TSFunctionType: declareFunction,
    ClassDeclaration: declareId,
    ClassExpression: declareId,
    TSTypeAliasDeclaration: declareId,
    TSInterfaceDeclaration: declareId,
    TSTypeParameter: ({ name }) => declare(name),
    TSNamedTupleMember: ({ label }) => declare(label),
    CatchClause: ({ param }) => declare(param),
    PropertyDefinition: declareKey,
    MethodDefinition: declareKey,
    TSPropertySignature: declareKey,
    TSMethodSignature: (node) => {
      declareKey(node)
      node.params.forEach(declare)
    },
    ImportDefaultSpecifier: ({ local }) => declare(local),
    ImportNamespaceSpecifier: ({ local }) => declare(local),
    ImportSpecifier: ({ imported, local }) => declare(imported.type === 'Identifier' && imported.name === local.name ? null : local),
    CallExpression: ({ callee, arguments: [title] }) => {
      if (isTest(callee)) titles.push(...literalParts(title))
    }
  }).visit(program)
  return { comments: plainComments(text, comments), names, titles }
}

/** Returns the names that a pattern declares. A shorthand `{ name }` is skipped. Its name comes from a type that is declared elsewhere. */
function namesInPattern(pattern: unknown): readonly CodePart[] {
  if (!isNode(pattern)) return []
  const { type, start, name, value } = pattern
  if (type === 'Identifier' || type === 'PrivateIdentifier') return [{ text: String(name), start }]
  if (type === 'Literal') return typeof value === 'string' ? [{ text: value, start }] : []
  if (type === 'Property') return pattern['shorthand'] === true ? [] : namesInPattern(value)
  const inner = [pattern['left'], pattern['argument'], pattern['parameter'], pattern['elements'], pattern['properties']]
  return inner.flat().flatMap(namesInPattern)
}

/** True for `test`, `it.each(…)`, `describe.skip` and other callees whose first argument is a title. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return /^(?:it|test|describe)$/.test(String(callee['name']))
  return [callee['callee'], callee['object'], callee['tag']].some(isTest)
}

function literalParts(node: unknown): readonly CodePart[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [{ text: node['value'], start: node.start }]
  if (node.type !== 'TemplateLiteral') return []
  const parts = node['quasis'] as readonly (TreeNode & { readonly value: { readonly raw: string } })[]
  return parts.map(({ start, value }) => ({ text: value.raw, start }))
}

/**
 * Returns the comments without their delimiters. Line comments on consecutive lines count as one comment, because a sentence may span them.
 */
function plainComments(text: string, comments: readonly Comment[]): readonly CodePart[] {
  const joined: Comment[] = []
  for (const comment of comments) {
    const last = joined.at(-1)
    const isContinued = last?.type === 'Line' && comment.type === 'Line' && /^\s*$/.test(text.slice(last.end, comment.start))
    if (isContinued) joined[joined.length - 1] = { ...last, end: comment.end }
    else joined.push(comment)
  }
  return joined.map(({ start, end }) => ({ text: blankCommentMarks(text.slice(start, end)), start }))
}

/** Returns a comment with its delimiters and inline code replaced by blanks. All offsets stay the same. */
export function blankCommentMarks(comment: string): string {
  return comment
    .replaceAll(/^[ \t]*(?:\/\*+|\/\/+)|\*+\/$|^[ \t]*\*/gm, (marks) => ' '.repeat(marks.length))
    .replaceAll(/`[^`\n]*`/g, blankOut)
}

/**
 * Returns a text with the same length and lines as `text`. Each character except whitespace is replaced with a null character. The spaces in
 * a phrase don't match null characters.
 */
export function blankOut(text: string): string {
  return text.replaceAll(/\S/g, '\0')
}
