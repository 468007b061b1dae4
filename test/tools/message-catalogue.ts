import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '../../shared/i18n/languages.ts'
import { contractTexts } from './contract-texts.ts'
import { findTexts, type FoundText, parseMessageNames, type MessageProblem } from './find-texts.ts'
import { readSources } from './read-sources.ts'
import { untranslatedStrings } from './untranslated-strings.ts'

type WordFile = { readonly path: string; readonly text: string }

const folder = 'shared/i18n'
const hint = 'Run `npm run words`. It also adds new texts to each language file, for translation.'

/** Returns the problems with the texts in the tree at `root`. */
export async function messageProblems(root: string): Promise<MessageProblem[]> {
  const files = await readSources(root)
  const { texts, problems } = findTexts(files)
  const { path, text } = catalogueFile(texts)
  const isStale = (await readFile(join(root, path), 'utf8').catch(() => '')) !== text
  const inLanguages = await Promise.all(collectionsOf(texts).map((collection) => languageProblems(root, collection)))
  return [
    ...problems,
    ...untranslatedStrings(files),
    ...(isStale ? [{ file: path, line: 1, message: `doesn’t match the sources. ${hint}` }] : []),
    ...inLanguages.flat()
  ]
}

/** Rewrites the catalogue and updates each language file. New texts are added without a translation, and unused ones are removed. */
export async function writeMessageCatalogue(root: string): Promise<void> {
  const { texts } = findTexts(await readSources(root))
  const catalogue = catalogueFile(texts)
  await writeFile(join(root, catalogue.path), catalogue.text)
  for (const { prefix, said } of collectionsOf(texts))
    for (const { path, texts: translated } of await readLanguages(root, prefix)) {
      const filled = said.map((text) => [text, translated[text] ?? ''] as const)
      await writeFile(join(root, path), jsonOf(Object.fromEntries(filled)))
    }
}

/**
 * Kiln's own texts, or those of contracts. They are translated separately, because the same word may need a different translation in a
 * form. `prefix`: the prefix of the translation files' names.
 */
type Collection = { readonly prefix: '' | 'contract-'; readonly said: readonly string[] }

function collectionsOf(texts: readonly FoundText[]): readonly Collection[] {
  return [
    { prefix: '', said: usedTexts(texts) },
    { prefix: 'contract-', said: contractTexts() }
  ]
}

/** Returns the catalogue: each text with the files that use it. */
function catalogueFile(texts: readonly FoundText[]): WordFile {
  const files = new Map<string, Set<string>>()
  for (const { text, file } of texts) files.set(text, (files.get(text) ?? new Set()).add(file))
  const catalogue = usedTexts(texts).map((text) => [text, [...(files.get(text) ?? [])].sort().join(', ')] as const)
  return { path: `${folder}/catalogue.json`, text: jsonOf(Object.fromEntries(catalogue)) }
}

async function languageProblems(root: string, collection: Collection): Promise<MessageProblem[]> {
  const said = new Set(collection.said)
  const problems: MessageProblem[] = []
  for (const { path, text: written, texts: translated } of await readLanguages(root, collection.prefix)) {
    const complain = (message: string): void => void problems.push({ file: path, line: 1, message })
    if (written !== jsonOf(inOrder(translated))) complain(`isn’t in the generated format. ${hint}`)
    for (const text of said) {
      if (translated[text] === '') complain(`has no translation of “${text}”. Add it in this file.`)
      else if (translated[text] === undefined) complain(`lacks “${text}”. ${hint}`)
    }
    for (const [text, translation] of Object.entries(translated)) {
      if (!said.has(text)) complain(`contains “${text}”, which no source uses. ${hint}`)
      if (!translation) continue
      const [here, there] = [parseMessageNames(text), parseMessageNames(translation)]
      if (typeof there === 'string') complain(`“${translation}” isn’t an ICU message: ${there}`)
      else if (typeof here !== 'string') {
        const different = [...here, ...there].filter((name) => !here.has(name) || !there.has(name))
        if (different.length > 0) complain(`“${translation}” and “${text}” don’t have the same values: ${different.join(', ')}.`)
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

/** Parses a language file. Invalid JSON is parsed line by line. A Git merge keeps the lines of both branches (`.gitattributes`). */
function textsOf(text: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(text) as Record<string, string>
  } catch {
    const lines = text.matchAll(/^\s*("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*"),?$/gm)
    return Object.fromEntries([...lines].map(([, name = '', value = '']) => [JSON.parse(name) as string, JSON.parse(value) as string]))
  }
}

function usedTexts(texts: readonly FoundText[]): readonly string[] {
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
