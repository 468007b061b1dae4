import { basename } from 'node:path'
import type { StyleScope } from './banned-words.ts'
import { blankOut, extractCodeParts, blankCommentMarks, type CodePart } from './code-parts.ts'
import type { TreeFile } from './tree-files.ts'

/** Text that the house style applies to. `start`: its offset in the file. `name`: the declared name that `text` was split from. */
export type Passage = CodePart & { readonly scope: StyleScope; readonly name?: string }

/** Returns the passages of a file, excluding its own name. */
export function passagesOf(file: TreeFile): readonly Passage[] {
  if (/\.[cm]?[jt]sx?$/.test(file.path)) return codePassages(file)
  if (file.path.endsWith('.css')) return commentPassages(file.text)
  if (file.path.endsWith('.md'))
    return [{ scope: file.path.startsWith('renderer/guide/') ? 'texts' : 'documents', start: 0, text: plainDocument(file.text) }]
  return isCatalogue(file.path) ? textPassages(file.text) : []
}

/** Returns a passage for the name of each file and folder, without duplicates. `path`: the first file whose path contains the name. */
export function pathPassages(files: readonly TreeFile[]): readonly { readonly path: string; readonly passage: Passage }[] {
  const seen = new Set<string>()
  return files.flatMap(({ path }) => {
    const parts = path.split('/')
    const whole = parts.map((_, depth) => parts.slice(0, depth + 1).join('/')).filter((part) => !seen.has(part))
    for (const part of whole) seen.add(part)
    return whole.map((part) => ({ path, passage: namePassage({ text: basename(part), start: 0 }) }))
  })
}

/** True for JSON files whose keys are English texts. These are the catalogue, and the translation of the contract texts. */
function isCatalogue(path: string): boolean {
  return /^shared\/[^/]+\/(?:catalogue|contract-zh-hans)\.json$/.test(path)
}

function codePassages(file: TreeFile): readonly Passage[] {
  const { comments, names, titles } = extractCodeParts(file)
  return [
    ...comments.map((part) => ({ ...part, scope: 'comments' as const })),
    ...titles.map((part) => ({ ...part, scope: 'titles' as const })),
    ...names.map(namePassage)
  ]
}

function namePassage({ text: name, start }: CodePart): Passage {
  return { scope: 'names', start, name, text: wordsOfName(name) }
}

/** Returns the words of a name: `fileName`, `file-name` and `FILE_NAME` become “file name”. */
function wordsOfName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replaceAll(/[-_.$\s]+/g, ' ')
    .toLowerCase()
}

function commentPassages(text: string): readonly Passage[] {
  return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: comment, index }) => ({
    scope: 'comments',
    start: index,
    text: blankCommentMarks(comment)
  }))
}

/**
 * Returns the document with code, link targets, HTML tags and the guide’s `[[shortcut]]` placeholders blanked out. All offsets stay the
 * same.
 */
function plainDocument(text: string): string {
  return text.replaceAll(
    /^( *)(```|~~~)[\s\S]*?^\1\2|`[^`\n]*`|\]\([^)\s]*\)|^\[[^\]]+\]: \S+|\[\[[^\]\n]+\]\]|<[^>\n]+>|https?:\/\/\S+/gm,
    blankOut
  )
}

/** Returns a passage for each key, with escape sequences blanked out. All offsets stay the same. */
function textPassages(json: string): readonly Passage[] {
  return [...json.matchAll(/^\s*"((?:[^"\\]|\\.)*)":/gm)].map(({ 0: line, 1: key = '', index }) => ({
    scope: 'texts',
    start: index + line.indexOf('"') + 1,
    text: plainMessage(key.replaceAll(/\\./g, '  '))
  }))
}

/**
 * Returns the ICU message with the names of values and choices blanked out. A brace in text opens an argument, and a brace in an argument
 * opens text.
 */
function plainMessage(message: string): string {
  const argumentsAround: boolean[] = []
  return message.replaceAll(/[{}]|[^{}]+/g, (part) => {
    const isArgument = argumentsAround.at(-1) ?? false
    if (part === '{') argumentsAround.push(!isArgument)
    else if (part === '}') argumentsAround.pop()
    else return isArgument ? blankOut(part) : part
    return blankOut(part)
  })
}
