import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '../../shared/words/languages.ts'
import { contractTexts } from './contract-texts.ts'
import { findTexts, type FoundText, namesIn, type WordProblem } from './find-texts.ts'
import { readSources } from './read-sources.ts'
import { strayTexts } from './stray-texts.ts'

/** A file that is made from the sources, or holds a language. */
type WordFile = { readonly path: string; readonly text: string }

const folder = 'shared/words'
const wayOut = 'Run `npm run words`; it also puts new texts into each language, to be filled in.'

/** What is wrong with the words of the tree at `root`. */
export async function wordProblems(root: string): Promise<WordProblem[]> {
  const files = await readSources(root)
  const { texts, problems } = findTexts(files)
  const stale: WordProblem[] = []
  for (const { path, text } of catalogueFiles(texts))
    if ((await readFile(join(root, path), 'utf8').catch(() => '')) !== text)
      stale.push({ file: path, line: 1, message: `does not hold what the sources say. ${wayOut}` })
  const inLanguages = await Promise.all(collectionsOf(texts).map((collection) => languageProblems(root, collection)))
  return [...problems, ...strayTexts(files), ...stale, ...inLanguages.flat()]
}

/** Writes the catalogue anew, and each language with its new texts empty and those that nobody says any more left out. */
export async function writeCatalogue(root: string): Promise<void> {
  const { texts } = findTexts(await readSources(root))
  for (const { path, text } of catalogueFiles(texts)) await writeFile(join(root, path), text)
  for (const { prefix, said } of collectionsOf(texts))
    for (const { path, texts: translated } of await readLanguages(root, prefix)) {
      const filled = said.map((text) => [text, translated[text] ?? ''] as const)
      await writeFile(join(root, path), jsonOf(Object.fromEntries(filled)))
    }
}

/** What Kiln says, and what contracts say: the same word may be another one in a form. `prefix`: of the names of its language files. */
type Collection = { readonly prefix: '' | 'contract-'; readonly said: readonly string[] }

function collectionsOf(texts: readonly FoundText[]): readonly Collection[] {
  return [
    { prefix: '', said: saidTexts(texts) },
    { prefix: 'contract-', said: contractTexts() }
  ]
}

/** The catalogue: each text with the files that say it, and those that are stored as they were said. */
function catalogueFiles(texts: readonly FoundText[]): readonly WordFile[] {
  const files = new Map<string, Set<string>>()
  for (const { text, file } of texts) files.set(text, (files.get(text) ?? new Set()).add(file))
  const catalogue = saidTexts(texts).map((text) => [text, [...(files.get(text) ?? [])].sort().join(', ')] as const)
  const keptTexts = texts.filter(({ text, isKept }) => isKept && text.includes('{')).map(({ text }) => text)
  return [
    { path: `${folder}/catalogue.json`, text: jsonOf(Object.fromEntries(catalogue)) },
    { path: `${folder}/kept-texts.json`, text: jsonOf([...new Set(keptTexts)].sort()) }
  ]
}

async function languageProblems(root: string, collection: Collection): Promise<WordProblem[]> {
  const said = new Set(collection.said)
  const problems: WordProblem[] = []
  for (const { path, text: written, texts: translated } of await readLanguages(root, collection.prefix)) {
    const complain = (message: string): void => void problems.push({ file: path, line: 1, message })
    if (written !== jsonOf(inOrder(translated))) complain(`is not as it is to be written. ${wayOut}`)
    for (const text of said) if (!translated[text]) complain(`lacks “${text}”. ${wayOut}`)
    for (const [text, translation] of Object.entries(translated)) {
      if (!said.has(text)) complain(`holds “${text}”, which nobody says. ${wayOut}`)
      if (!translation) continue
      const [here, there] = [namesIn(text), namesIn(translation)]
      if (typeof there === 'string') complain(`“${translation}” is no ICU message: ${there}`)
      else if (typeof here !== 'string') {
        const different = [...here, ...there].filter((name) => !here.has(name) || !there.has(name))
        if (different.length > 0) complain(`“${translation}” and “${text}” do not name the same values: ${different.join(', ')}.`)
      }
    }
  }
  return problems
}

async function readLanguages(
  root: string,
  prefix: Collection['prefix']
): Promise<readonly { readonly path: string; readonly text: string; readonly texts: Readonly<Record<string, string | undefined>> }[]> {
  const others = languages.filter((language) => language !== 'en').map((language) => `${folder}/${prefix}${language.toLowerCase()}.json`)
  return Promise.all(
    others.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8')
      return { path, text, texts: textsOf(text) }
    })
  )
}

/** Git puts the lines of two branches together (`.gitattributes`), which may be no JSON any more: each line stands for itself. */
function textsOf(text: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(text) as Record<string, string>
  } catch {
    const lines = text.matchAll(/^\s*("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*"),?$/gm)
    return Object.fromEntries([...lines].map(([, name = '', value = '']) => [JSON.parse(name) as string, JSON.parse(value) as string]))
  }
}

function saidTexts(texts: readonly FoundText[]): readonly string[] {
  return [...new Set(texts.map(({ text }) => text))].sort()
}

function inOrder(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.keys(texts)
      .sort()
      .map((text) => [text, texts[text]])
  )
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
