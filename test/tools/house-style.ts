import { type BannedWord, bannedWords, type StyleScope } from './banned-words.ts'
import { type StyleException, styleExceptions } from './house-style-exceptions.ts'
import { type Passage, passagesOf, pathPassages } from './passages.ts'
import { readTreeFiles } from './tree-files.ts'

/**
 * A violation of the house style. `found`: the banned words as written, or the name that contains them. `write`: the words to use instead.
 */
export type StyleProblem = {
  readonly scope: StyleScope
  readonly file: string
  readonly line: number
  readonly found: string
  readonly write: readonly string[]
}

/** Returns every violation of the house style in the tree at `root`, and every unnecessary exception. */
export async function houseStyleProblems(
  root: string,
  exceptions: readonly StyleException[] = styleExceptions
): Promise<readonly string[]> {
  const unused = new Set(exceptions)
  const problems = (await findBannedWords(root)).filter((problem) => {
    const exception = exceptions.find((candidate) => isExcepted(candidate, problem))
    if (exception !== undefined) unused.delete(exception)
    return exception === undefined
  })
  return [...exceptionProblems(exceptions, unused), ...linesOf(problems)]
}

/** Returns every banned word in the tree at `root`, with or without an exception. */
export async function findBannedWords(root: string): Promise<readonly StyleProblem[]> {
  const files = await readTreeFiles(root)
  const paths = pathPassages(files).flatMap(({ path, passage }) => findInPassage(passage, path, ''))
  return [...paths, ...files.flatMap((file) => passagesOf(file).flatMap((passage) => findInPassage(passage, file.path, file.text)))]
}

function isExcepted({ path, found }: StyleException, problem: StyleProblem): boolean {
  const isThere = path.endsWith('/') ? problem.file.startsWith(path) : problem.file === path
  return isThere && found.toLowerCase() === problem.found.toLowerCase()
}

function exceptionProblems(exceptions: readonly StyleException[], unused: ReadonlySet<StyleException>): readonly string[] {
  const place = 'test/tools/house-style-exceptions.ts:1'
  return exceptions.flatMap((exception) => [
    ...(exception.reason.trim() === '' ? [`${place} “${exception.found}” in ${exception.path}: add a reason`] : []),
    ...(unused.has(exception) ? [`${place} “${exception.found}” in ${exception.path}: remove it, because it matches nothing`] : [])
  ])
}

/** Returns a line per file and word: `path:line “word”: write “replacement”`, followed by further line numbers. */
function linesOf(problems: readonly StyleProblem[]): readonly string[] {
  const groups = Map.groupBy(problems, ({ file, found, write }) => JSON.stringify([file, found, write]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const others = [...new Set(group.map(({ line }) => line))].slice(1)
    const also = others.length === 0 ? '' : ` (also ${others.join(', ')})`
    return [`${first.file}:${first.line} “${first.found}”: write “${first.write.join('” or “')}”${also}`]
  })
}

type Rule = { readonly pattern: RegExp; readonly row: BannedWord }
type Finding = { readonly start: number; readonly end: number; readonly row: BannedWord }

const rules = {
  texts: rulesFor('texts'),
  documents: rulesFor('documents'),
  comments: rulesFor('comments'),
  titles: rulesFor('titles'),
  names: rulesFor('names')
}

/** Returns the rows of a scope, and a combined pattern that quickly skips text without matches. */
function rulesFor(scope: StyleScope): { readonly any: RegExp; readonly each: readonly Rule[] } {
  const rows = bannedWords.filter(({ scopes }) => scopes.includes(scope))
  return { any: wholeWords(rows.map(({ find }) => find).join('|')), each: rows.map((row) => ({ pattern: wholeWords(row.find), row })) }
}

function wholeWords(find: string): RegExp {
  return new RegExp(`(?<!\\w)(?:${find.replaceAll(' ', '\\s+')})(?!\\w)`, 'gi')
}

function findInPassage({ scope, start, text, name }: Passage, file: string, fileText: string): readonly StyleProblem[] {
  if (text.search(rules[scope].any) === -1) return []
  return findingsIn(text, rules[scope].each).map((finding) => ({
    scope,
    file,
    line: fileText.slice(0, start + (name === undefined ? finding.start : 0)).split('\n').length,
    found: name ?? text.slice(finding.start, finding.end).replaceAll(/\s+/g, ' '),
    write: finding.row.write
  }))
}

/** Returns the findings in text order. If matches overlap, the match of the first row counts. */
function findingsIn(text: string, each: readonly Rule[]): readonly Finding[] {
  const findings: Finding[] = []
  for (const { pattern, row } of each)
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const end = index + match.length
      if (!findings.some((other) => index < other.end && other.start < end)) findings.push({ start: index, end, row })
    }
  return findings.toSorted((a, b) => a.start - b.start)
}
