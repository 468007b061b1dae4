import type { SourceFile, MessageProblem } from './find-texts.ts'
import { importedTranslationFunctions } from './find-texts.ts'
import { type ChildrenToVisit, isNode, childTreeNodes, type TreeNode, walkTree } from './walk-tree.ts'

/** Paths in which Kiln has no user-facing texts of its own, each with the reason. */
const exemptPaths: readonly { readonly path: string; readonly reason: string }[] = [
  { path: 'shared/i18n/', reason: 'The catalogue itself.' },
  { path: 'electron/practice/', reason: 'The practice service acts as the service, whose messages are shown unchanged.' },
  { path: 'electron/contract/fallback-capabilities.ts', reason: 'These are API definition texts. See `sayContract`.' },
  { path: 'electron/database/', reason: 'SQL.' },
  { path: 'electron/tasks/journal/', reason: 'SQL, and log messages about damaged journals.' },
  { path: 'electron/service/mcp/', reason: 'Protocol headers and messages.' },
  { path: 'electron/service/open-service-client.ts', reason: 'Headers.' },
  { path: 'electron/tasks/machine/support-bundle.ts', reason: 'The support bundle is for the service and always in English.' },
  { path: 'electron/tasks/machine/adopted-task.ts', reason: 'A stored key.' },
  { path: 'electron/accounts/key-vault.ts', reason: 'Error messages for the log.' },
  { path: 'electron/preload.ts', reason: 'The preload has no language. Kiln’s own page never triggers its errors.' },
  ...[
    'index/index-schema',
    'index/search-query',
    'index/recipe-search-text',
    'folders/folder-marker',
    'recipes/recipe-in-png',
    'recipes/recipe-xmp',
    'serve-media'
  ].map((file) => ({
    path: `electron/library/${file}.ts`,
    reason: 'SQL, headers, and text written to files.'
  })),
  { path: 'electron/forms/migrations.ts', reason: 'SQL.' },
  ...[
    'desktop/window/app-protocol',
    'desktop/window/restrict-web-contents',
    'desktop/window/restrict-session',
    'desktop/window/page-files',
    'desktop/window/page-headers',
    'diagnostics/logger',
    'network/proxy-dispatcher',
    'network/socks-tunnel',
    'run-smoke-test'
  ].map((file) => ({ path: `electron/${file}.ts`, reason: 'Headers, policies, and output for the log and the terminal.' })),
  { path: 'electron/network/pac-url.ts', reason: 'A script that Chromium runs.' },
  { path: 'shared/task/spending.ts', reason: 'Error messages for the log.' },
  { path: 'shared/form/workspace.ts', reason: 'Error messages for the log.' },
  { path: 'shared/form/fields/form-labels.ts', reason: 'Translated with the contract’s texts.' },
  { path: 'electron/forms/parse-saved-form.ts', reason: 'Texts of earlier versions.' }
]

/** Areas whose texts aren't in the catalogue yet. Never add to this list. */
const unconverted: readonly string[] = []

/** Attributes and properties whose text is user-facing, even a single word. */
const textAttributes: ReadonlySet<string> = new Set([
  ...[
    'label',
    'title',
    'placeholder',
    'alt',
    'description',
    'help',
    'words',
    'hint',
    'aside',
    'busy',
    'detail',
    'sentence',
    'upper',
    'lower'
  ],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'aria-placeholder']
])

/** Attributes and properties that the user never sees. `because` is for readers of the code. `terms` are search terms that users type. */
const silentNames: ReadonlySet<string> = new Set([
  'className',
  'd',
  'key',
  'style',
  'controlsList',
  'font',
  'viewBox',
  'because',
  'terms',
  'name',
  'keys',
  'shown',
  'also'
])

/** Calls whose texts are for developers or programs. */
const silentCalls =
  /^(?:log|console)\.|^(?:classNames|matchMedia|request|subscribe|listen)$|\.(?:querySelector|querySelectorAll|closest|matches|includes|startsWith|endsWith|split|exec|prepare|describe|get|set|append|setHeader|setAttribute|setProperty|write)$/

/** Placeholder for a value in a text. */
const value = '\u0001'

/** Texts that look like words but are only for programs. Only texts that match completely are skipped. */
const signs: ReadonlySet<string> = new Set([
  ' \u0001 ms',
  ...['Minimum', 'Maximum', 'Reason', 'Practice service', 'too many values or levels', 'a value that can’t be validated'],
  ...[
    'id, capability, name, form, changed_at AS changedAt',
    'The response doesn’t list any capabilities.',
    `${value} (changed)${value}`,
    `proxy ${value}`
  ],

  'Kiln',
  '[Desktop Entry]',
  `Kiln: ${value}`,
  'Esc',
  'Ctrl',
  'Shift',
  '3D',
  'https://',
  'https://api.example.com',
  'JSON',
  'A / B',
  '{ "name": "value" }'
])

const sentence = /\p{L}{2,}[,.;:!?…’”)]* [(“]?\p{L}|(?:\d\p{L}|\p{Lu}) \p{L}{3,}/u
const besideValue = new RegExp(`${value}[,.;:!?…’”)]* [(“]?\\p{L}{2,}|\\p{L}{2,}[,.;:!?…’”)]* [(“]?${value}`, 'u')
const label = /^\p{Lu}\p{Ll}+[.…?!:]?$/u
const letter = /\p{L}/u

/** Returns the user-facing texts outside the catalogue. */
export function untranslatedStrings(files: Iterable<SourceFile>, notYet: readonly string[] = unconverted): MessageProblem[] {
  const left = [...exemptPaths.map(({ path }) => path), ...notYet]
  return [...files]
    .filter(({ path }) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !left.some((start) => path.startsWith(start)))
    .flatMap((file) =>
      untranslatedIn(file).map(({ node, text }) => ({
        file: file.path,
        line: file.text.slice(0, node.start).split('\n').length,
        message: `“${text.replaceAll(value, '{…}')}” isn’t in the catalogue. Use say('…'), <Say text="…" />, or word('…') in a table (shared/i18n/say.ts).`
      }))
    )
}

type UntranslatedString = { readonly node: TreeNode; readonly text: string; readonly parents: readonly TreeNode[] }

function untranslatedIn({ path, text }: SourceFile): UntranslatedString[] {
  const found: UntranslatedString[] = []
  let sayings: ReadonlySet<string> = new Set()
  walkTree(path, text, (node, parents): ChildrenToVisit => {
    if (node.type === 'Program') sayings = importedTranslationFunctions(node['body'] as unknown[])
    const words = wordsOf(node, parents)
    if (words !== null) found.push({ node, text: words.trim().replaceAll(/\s+/g, ' '), parents })
    return spokenPartsOf(node, sayings)
  })
  return found
}

/** Returns a node's user-facing text. Null if it has none. */
function wordsOf(node: TreeNode, parents: readonly TreeNode[]): string | null {
  if (node.type === 'JSXText')
    return letter.test(String(node['value'])) && !signs.has(String(node['value']).trim()) ? String(node['value']) : null
  const text = textOf(node)
  if (text === null || signs.has(text)) return null
  if (isTold(parents)) return letter.test(text) ? text : null
  return sentence.test(text) || besideValue.test(text) || label.test(text) ? text : null
}

/** True if the user reads this text, even a single word. It is between tags, or in an attribute or property of `textAttributes`. */
function isTold(parents: readonly TreeNode[]): boolean {
  const place = parents.findLastIndex(({ type }) => type !== 'ConditionalExpression' && type !== 'LogicalExpression')
  const [around, node] = [parents[place - 1], parents[place]]
  if (node?.type === 'JSXExpressionContainer') return around?.type !== 'JSXAttribute' || textAttributes.has(nameOf(around['name']))
  if (node?.type === 'JSXAttribute') return textAttributes.has(nameOf(node['name']))
  return node?.type === 'Property' && around?.type === 'ObjectExpression' && textAttributes.has(nameOf(node['key']))
}

function textOf(node: TreeNode): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as { readonly value: { readonly cooked: string } }[]).map((quasi) => quasi.value.cooked).join(value)
}

/** Returns which children of a node may contain user-facing text. */
function spokenPartsOf(node: TreeNode, sayings: ReadonlySet<string>): ChildrenToVisit {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'TaggedTemplateExpression':
      return 'nowhere'
    case 'ExportNamedDeclaration':
      return node['source'] === null ? 'everywhere' : 'nowhere'
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return pick(node['expression'])
    case 'NewExpression':
      return isForTheLog(nameOf(node['callee'])) ? 'nowhere' : 'everywhere'
    case 'CallExpression':
      return ofCall(node, sayings)
    case 'AssignmentExpression':
      return silentNames.has(propertyOf(node['left'])) ? 'nowhere' : 'everywhere'
    case 'BinaryExpression':
      return node['operator'] === '+' ? 'everywhere' : childTreeNodes(node).filter((part) => textOf(part) === null)
    case 'SwitchCase':
      return pick(...(node['consequent'] as unknown[]))
    case 'Property':
    case 'PropertyDefinition':
      return silentNames.has(nameOf(node['key'])) ? 'nowhere' : pick(node['value'])
    case 'MemberExpression':
      return childTreeNodes(node).filter((part) => textOf(part) === null)
    case 'JSXAttribute':
      return nameOf(node['name']) !== 'name' && silentNames.has(nameOf(node['name'])) ? 'nowhere' : pick(node['value'])
    case 'JSXOpeningElement':
      return nameOf(node['name']) === 'Say' && sayings.has('Say')
        ? childTreeNodes(node).filter((part) => part.type === 'JSXAttribute' && nameOf(part['name']) !== 'text')
        : 'everywhere'
    default:
      return node.type.startsWith('TS') ? 'nowhere' : 'everywhere'
  }
}

/** True for errors whose message is written only to the log. The messages of the two excluded classes are shown. */
function isForTheLog(errorClass: string): boolean {
  return errorClass.endsWith('Error') && errorClass !== 'UserFacingError' && errorClass !== 'CorruptSettingsError'
}

function ofCall(node: TreeNode, sayings: ReadonlySet<string>): ChildrenToVisit {
  const callee = calleeOf(node['callee'])
  if (sayings.has(callee)) return pick(...(node['arguments'] as unknown[]).slice(1))
  return silentCalls.test(callee) ? pick(node['callee']) : 'everywhere'
}

function pick(...parts: readonly unknown[]): readonly TreeNode[] {
  return parts.filter(isNode)
}

/** Returns the name of a callee, such as `say`, `log.error` or `….querySelector`. */
function calleeOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type !== 'MemberExpression') return nameOf(callee)
  return `${calleeOf(callee['object'])}.${nameOf(callee['property'])}`
}

function propertyOf(node: unknown): string {
  return isNode(node) && node.type === 'MemberExpression' ? nameOf(node['property']) : ''
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  const { name, value: written } = node
  return typeof name === 'string' ? name : typeof written === 'string' ? written : ''
}
