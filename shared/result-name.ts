import { listed } from './fields/say.ts'
import { say } from './words/say.ts'

const maxWords = 10
/** Names have to stay below 255 bytes with an ending, and whole paths below 260 characters on Windows. */
const maxTitleBytes = 90
const maxNameBytes = 200
const maxFolderBytes = 60
const maxCapabilityLength = 48
const mostFolders = 4
const maxRuleLength = 200

/** What a rule may name, and what stands for it. */
export const nameTokens = ['date', 'year', 'month', 'time', 'capability', 'words', 'index'] as const
export type NameToken = (typeof nameTokens)[number]

export const defaultNameRule = '{date}_{capability}_{words}_{index}'

export type ResultNameParts = {
  readonly capability: string
  readonly title: string
  /** Zero-based. */
  readonly index: number
  readonly count: number
  /** Milliseconds since 1970; the name has the day of it in local time. */
  readonly at: number
}

/** Why a rule can't be used, in a plain sentence; null: it can. */
export function nameRuleProblem(rule: string): string | null {
  if (rule.trim() === '') return say('The rule is empty.')
  if (rule.length > maxRuleLength) return say('The rule is longer than {maxRuleLength} characters.', { maxRuleLength })
  const unknown = [...rule.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !isToken(name))
  const tokens = listed(
    nameTokens.map((token) => `{${token}}`),
    'and'
  )
  if (unknown !== undefined) return say('Kiln does not know {unknown}. It knows {tokens}.', { unknown: unknown[0], tokens })
  if (/[{}]/.test(rule.replaceAll(/\{[^{}]*\}/g, ''))) return say('A brace stands alone.')
  if (/[<>:"\\|?*\p{Cc}]/u.test(rule)) return say('Some systems take no < > : " \\ | ? * in names.')
  const folders = rule.split('/')
  if (folders.some((folder) => /^\s*\.*\s*$/.test(folder))) return say('A folder between two slashes has no name.')
  if (folders.length > mostFolders + 1) return say('There may be at most {mostFolders} folders in each other.', { mostFolders })
  return null
}

/**
 * `2026-11-20_face-swap_a-red-fox-in-the-snow_2` by the default rule: day, capability, first words of the title, and which of several it is. A `/` in
 * the rule is a folder. What is between tokens goes along only when there is something on both sides. Each part is made of letters and digits of any script,
 * `-`, `_`, blanks and brackets only, in NFC, never empty and never a name that Windows keeps for itself, so that any file system takes it.
 */
export function resultName(parts: ResultNameParts, rule: string = defaultNameRule): string {
  const values = valuesOf(parts)
  const folders = rule.split('/').map((folder) => render(folder, values))
  const name = withinBytes(folders.at(-1) ?? '', maxNameBytes)
  const inside = folders
    .slice(0, -1)
    .map((folder) => withinBytes(folder, maxFolderBytes))
    .filter((folder) => folder !== '')
    .slice(0, mostFolders)
  return [...inside, name === '' ? values.date : name].map(notReserved).join('/')
}

function valuesOf({ capability, title, index, count, at }: ResultNameParts): { readonly [Token in NameToken]: string } {
  const day = new Date(at)
  const two = (number: number): string => String(number).padStart(2, '0')
  const [year, month] = [two(day.getFullYear()), two(day.getMonth() + 1)]
  return {
    date: `${year}-${month}-${two(day.getDate())}`,
    year,
    month,
    time: `${two(day.getHours())}-${two(day.getMinutes())}`,
    capability: wordsOf(capability).join('-').slice(0, maxCapabilityLength),
    words: withinBytes(wordsOf(title).slice(0, maxWords).join('-'), maxTitleBytes),
    index: count > 1 ? String(index + 1).padStart(String(count).length, '0') : ''
  }
}

function render(folder: string, values: { readonly [Token in NameToken]: string }): string {
  let made = ''
  let between = ''
  for (const [, token, literal] of folder.matchAll(/\{([^{}]*)\}|([^{}]+)/g)) {
    if (literal !== undefined) {
      between += literal.normalize('NFC').replaceAll(/[^\p{L}\p{N}\p{M}_() -]/gu, '-')
      continue
    }
    const value = token !== undefined && isToken(token) ? values[token] : ''
    if (value === '') between = between.replace(/[_ -]+$/, '')
    else {
      made += between + value
      between = ''
    }
  }
  return (made + between).replaceAll(/^[_ \p{M}-]+|[_ -]+$/gu, '')
}

function isToken(name: string): name is NameToken {
  return (nameTokens as readonly string[]).includes(name)
}

/**
 * Equal for all names that a file system may treat as one: NTFS and APFS ignore case, APFS also Unicode normalisation, and ext4 with `casefold`
 * also invisible characters. Windows drops blanks and dots at the end. It may be equal for names that some file systems tell apart.
 */
export function foldedName(name: string): string {
  const visible = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[. ]+$/, '')
  // Upper case last: `toLowerCase` gives a sigma at the end of a word its own form. The mapping can leave composed characters, hence NFD twice.
  return visible.normalize('NFD').toLowerCase().toUpperCase().normalize('NFD')
}

/** Device names of Windows, with and without an extension. It reads the superscript digits ¹, ² and ³ as digits. */
function notReserved(name: string): string {
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i.test(name) ? `${name}_` : name
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, 2_000)
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  )
}

/** Cut between characters, and at a word's end where the last word would be cut short. */
function withinBytes(text: string, maxBytes: number): string {
  let cut = ''
  let bytes = 0
  for (const character of text) {
    bytes += bytesOf(character)
    if (bytes > maxBytes) {
      const lastBreak = cut.lastIndexOf('-')
      return lastBreak > 0 ? cut.slice(0, lastBreak) : cut
    }
    cut += character
  }
  return text
}

/** In UTF-8. */
function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x8_00) return 2
  return point < 0x1_00_00 ? 3 : 4
}
