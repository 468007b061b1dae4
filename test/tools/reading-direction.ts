import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNode, childTreeNodes, type TreeNode, walkTree } from './walk-tree.ts'

export type DirectionProblem = { readonly file: string; readonly line: number; readonly message: string }

/**
 * Exceptions: styles that stay left or right in every reading direction, with the reason. `selectors`: limits an exception to these
 * selectors.
 */
const physicalProperties: readonly { readonly file: string; readonly selectors?: readonly string[]; readonly reason: string }[] = [
  {
    file: 'renderer/viewer/image-stage.module.css',
    selectors: ['.picture', '.clip', '.line'],
    reason: 'Images have fixed positions on the stage. “Before” is to the left of “after”, as in other editors.'
  },
  { file: 'renderer/viewer/image-stage.tsx', reason: 'The labels are on an image. “Before” is to the left of “after”.' },
  { file: 'renderer/viewer/split-line.tsx', reason: 'The line is on an image.' },
  { file: 'renderer/viewer/eyedropper-readout.tsx', reason: 'It shows a pixel of an image.' },
  {
    file: 'renderer/players/player-bar.module.css',
    selectors: ['.section'],
    reason: 'Playback runs from left to right.'
  },
  { file: 'renderer/players/player-bar.tsx', reason: 'Playback runs from left to right.' },
  { file: 'renderer/players/audio-stage.module.css', selectors: ['.needle', '.tick'], reason: 'Audio runs from left to right.' },
  { file: 'renderer/players/waveform.tsx', reason: 'Audio runs from left to right.' },
  { file: 'renderer/library/video-scrubber.tsx', reason: 'Video runs from left to right.' },
  {
    file: 'renderer/faces/face-stage.module.css',
    selectors: ['.picture', '.number', '.numberInside'],
    reason: 'They’re at points of an image.'
  },
  { file: 'renderer/faces/face-stage.tsx', reason: 'The boxes are on the faces in an image.' },
  { file: 'renderer/fields/editor/mask-painter.module.css', selectors: ['.ring'], reason: 'The brush is at a point of an image.' },
  { file: 'renderer/fields/editor/editor-stage.module.css', selectors: ['.media'], reason: 'Its position is a pan.' },
  { file: 'renderer/fields/editor/draw-frame.module.css', selectors: ['.added'], reason: 'It’s around an image.' },
  { file: 'renderer/fields/editor/draw-point.module.css', selectors: ['.point'], reason: 'It’s at a point of an image.' },
  { file: 'renderer/fields/editor/draw-face.module.css', selectors: ['.mark', '.cursor'], reason: 'They’re at points of an image.' },
  { file: 'renderer/fields/editor/audio-range.tsx', reason: 'A waveform runs from left to right in every language.' },
  { file: 'renderer/fields/editor/frame-overlay.module.css', selectors: ['.handle'], reason: 'It’s at an edge of an image.' },
  { file: 'renderer/fields/editor/mask-stage.tsx', reason: 'It draws at points of an image.' }
]

const hint =
  'Add exceptions for images and media to the list in test/tools/reading-direction.ts, with a reason. Use `left: 50%` for centring.'

/**
 * Returns all uses of left and right that should follow the reading direction. Covers stylesheets and styles set by code. Also returns
 * unnecessary exceptions.
 */
export async function directionProblems(root: string): Promise<readonly DirectionProblem[]> {
  const files = await filesOf(root)
  const found = files.flatMap(({ path, text }) => (path.endsWith('.css') ? sidesInStyles(path, text) : sidesInCode(path, text)))
  const needed = new Set<(typeof physicalProperties)[number]>()
  const refused = found.filter(({ file, selector }) => {
    const place = physicalProperties.find((one) => one.file === file && (one.selectors === undefined || one.selectors.includes(selector)))
    if (place !== undefined) needed.add(place)
    return place === undefined
  })
  const idle = physicalProperties.filter((place) => !needed.has(place) && files.some(({ path }) => path === place.file))
  return [
    ...refused.map(({ file, line, message }) => ({ file, line, message: `${message} ${hint}` })),
    ...idle.map(({ file }) => ({
      file,
      line: 1,
      message: 'It no longer uses left or right. Remove it from the list in test/tools/reading-direction.ts.'
    }))
  ]
}

type Side = DirectionProblem & { readonly selector: string }

/** Returns the uses of left and right in a stylesheet. */
function sidesInStyles(file: string, text: string): readonly Side[] {
  // Blanks out comments and quoted text, keeping the length so that offsets remain valid.
  const blank = (words: string): string => words.replaceAll(/[^\n]/g, ' ')
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/'[^'\n]*'|"[^"\n]*"/g, blank)
  const found: Side[] = []
  const around: string[] = []
  for (const match of plain.matchAll(/([^{};]*)([{};])/g)) {
    const [, words = '', end] = match
    if (end === '{') {
      around.push(words.trim())
      continue
    }
    const colon = words.indexOf(':')
    if (colon !== -1) {
      const message = sideIn(words.slice(0, colon).trim(), words.slice(colon + 1).trim())
      const line = plain.slice(0, match.index + words.length - words.trimStart().length).split('\n').length
      if (message !== null) found.push({ file, line, message, selector: around.at(-1) ?? '' })
    }
    if (end === '}') around.pop()
  }
  return found
}

/** Returns the problem with a declaration. Null if the declaration is valid. */
function sideIn(property: string, value: string): string | null {
  const logical = logicalName(property)
  if (logical !== null && !(property === 'left' && value === '50%')) return `\`${property}\` is physical. Use \`${logical}\`.`
  if (/^(text-align|text-align-last|float|clear)$/.test(property) && /\b(left|right)\b/.test(value))
    return `\`${property}: ${value}\` is physical. Use start and end, or inline-start and inline-end.`
  if (/(^|-)(position|origin)(-x)?$/.test(property) && /\b(left|right)\b/.test(value)) return `\`${property}: ${value}\` is physical.`
  const parts = partsAt(value, ' ')
  if (/^((scroll-)?(margin|padding)|inset|border-(width|style|color))$/.test(property) && parts.length === 4 && parts[1] !== parts[3])
    return `\`${property}: ${value}\` has different left and right values. Use ${property}-block and ${property}-inline.`
  if (property === 'border-radius' && hasUnevenSides(value))
    return `\`${property}: ${value}\` rounds the corners of one side. Use border-start-start-radius and so on.`
  if (/gradient\([^()]*\b(to (top |bottom )?(left|right)|-?(90|270)deg)/.test(value))
    return `The gradient’s direction is physical. Use \`var(--to-end)\`.`
  const moved =
    property === 'translate' ? parts[0] : /translate(?:X|3d)?\(\s*([^,()]+(?:\([^()]*\))?)/.exec(property === 'transform' ? value : '')?.[1]
  if (moved !== undefined && movesAcross(moved)) return `\`${property}: ${value}\` moves sideways. Multiply it by \`var(--way)\`.`
  if (property === 'rotate' && /^-?(45|90|270)deg$/.test(value))
    return `\`rotate: ${value}\` rotates in a physical direction. Multiply it by \`var(--way)\`.`
  if (
    /^(box|text)-shadow$/.test(property) &&
    partsAt(value, ',').some((shadow) => movesAcross(partsAt(shadow.replace(/^\s*inset\s+/, ''), ' ')[0] ?? ''))
  )
    return `\`${property}: ${value}\` falls to one side. Multiply it by \`var(--way)\`.`
  return null
}

function logicalName(property: string): string | null {
  const side = /(?:^|-)(left|right)(?:-|$)/.exec(property)?.[1]
  if (side === undefined || property.startsWith('--')) return null
  const where = side === 'left' ? 'start' : 'end'
  if (property === side) return `inset-inline-${where}`
  const corner = /^border-(top|bottom)-(?:left|right)-radius$/.exec(property)?.[1]
  return corner === undefined ? property.replace(side, `inline-${where}`) : `border-${corner === 'top' ? 'start' : 'end'}-${where}-radius`
}

/** True for a horizontal offset that ignores the reading direction. False for zero and for -50 %, which centres. */
function movesAcross(length: string): boolean {
  return /^(-?[\d.]|calc\()/.test(length) && !/^-?0(px)?$/.test(length) && length !== '-50%' && !length.includes('var(--way)')
}

function hasUnevenSides(value: string): boolean {
  return value.split('/').some((radii) => {
    const [first = '', second = first, third = first, fourth = second] = partsAt(radii, ' ')
    return first !== second || third !== fourth
  })
}

/** Splits a value at separators outside brackets. */
function partsAt(value: string, separator: ' ' | ','): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const letter of value) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth === 0 && (separator === ' ' ? /\s/.test(letter) : letter === ',')) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const physicalStyles = /^(left|right|(?:scroll)?(?:margin|padding|border)\w*(?:Left|Right)\w*)$/i

/** Returns the uses of left and right in styles. Covers `style={{…}}`, `CSSProperties` objects, and styles set on an element. */
function sidesInCode(file: string, text: string): readonly Side[] {
  const found: Side[] = []
  const tell = (node: TreeNode, name: string): void => {
    found.push({
      file,
      line: text.slice(0, node.start).split('\n').length,
      message: `The style \`${name}\` is physical. Use the logical one.`,
      selector: ''
    })
  }
  walkTree(file, text, (node) => {
    if (isStyleAttribute(node) || isTypedAsStyle(node)) for (const [key, name] of keysWithin(node)) tell(key, name)
    if (node.type === 'AssignmentExpression' && isNode(node['left'])) {
      const name = styleMember(node['left'])
      if (name !== null && physicalStyles.test(name)) tell(node, name)
    }
    return 'everywhere'
  })
  for (const { 1: name = '', index } of text.matchAll(/\.setProperty\(\s*'([a-z-]+)'/g)) {
    if (logicalName(name) !== null || name === 'inset')
      found.push({
        file,
        line: text.slice(0, index).split('\n').length,
        message: `The style \`${name}\` is physical. Use the logical one.`,
        selector: ''
      })
  }
  return found
}

function isStyleAttribute(node: TreeNode): boolean {
  return node.type === 'JSXAttribute' && isNode(node['name']) && node['name']['name'] === 'style'
}

function isTypedAsStyle(node: TreeNode): boolean {
  return node.type === 'VariableDeclarator' && isNode(node['id']) && JSON.stringify(node['id']).includes('"CSSProperties"')
}

/** Returns the style property that is assigned, such as `left` for `element.style.left`. Null for any other expression. */
function styleMember(node: TreeNode): string | null {
  const { object, property } = node
  if (node.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return null
  return isNode(object['property']) && object['property']['name'] === 'style' ? String(property['name']) : null
}

function keysWithin(node: TreeNode): readonly (readonly [key: TreeNode, name: string])[] {
  const own =
    node.type === 'Property' && isNode(node['key']) && physicalStyles.test(String(node['key']['name']))
      ? [[node, String(node['key']['name'])] as const]
      : []
  return [...own, ...childTreeNodes(node).flatMap(keysWithin)]
}

async function filesOf(root: string): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const entries = await readdir(join(root, 'renderer'), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(css|tsx?)$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/')
    )
    .toSorted()
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}
