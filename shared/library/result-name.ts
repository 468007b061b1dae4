import { formatList } from '../i18n/format-list.ts'
import { say } from '../i18n/say.ts'

const maxWords = 10
/**
 * Limits on file names. A name with its extension must be shorter than 255 bytes. On Windows, a whole path must be shorter than 260
 * characters.
 */
const maxTitleBytes = 90
const maxNameBytes = 200
const maxFolderBytes = 60
const maxCapabilityLength = 48
const mostFolders = 4
const maxRuleLength = 200

export const namePlaceholders = ['date', 'year', 'month', 'time', 'capability', 'words', 'index'] as const
export type NamePlaceholder = (typeof namePlaceholders)[number]

export const defaultNamePattern = '{date}_{capability}_{words}_{index}'

export type ResultNameParts = {
  readonly capability: string
  readonly title: string
  /** Zero-based index of the output. */
  readonly index: number
  readonly count: number
  /** Milliseconds since 1970. The name contains its date in local time. */
  readonly at: number
}

/** Returns why a pattern can't be used, in a plain sentence. Null if the pattern can be used. */
export function namePatternProblem(rule: string): string | null {
  if (rule.trim() === '') return say('The pattern is empty.')
  if (rule.length > maxRuleLength) return say('The pattern is longer than {maxRuleLength} characters.', { maxRuleLength })
  const unknown = [...rule.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !isToken(name))
  const tokens = formatList(
    namePlaceholders.map((token) => `{${token}}`),
    'and'
  )
  if (unknown !== undefined)
    return say('{unknown} isn’t a valid placeholder. Available placeholders: {tokens}.', { unknown: unknown[0], tokens })
  if (/[{}]/.test(rule.replaceAll(/\{[^{}]*\}/g, ''))) return say('The pattern contains an unmatched brace.')
  if (/[<>:"\\|?*\p{Cc}]/u.test(rule)) return say('The pattern can’t contain < > : " \\ | ? *. Some systems don’t allow these characters.')
  const folders = rule.split('/')
  if (/^\s*\/|\/\s*$/.test(rule)) return say('The pattern can’t start or end with a slash.')
  if (folders.some((folder) => /^\s*\.+\s*$/.test(folder))) return say('A folder name can’t consist only of dots.')
  if (folders.some((folder) => folder.trim() === '')) return say('Add a folder name between the two slashes.')
  if (folders.length > mostFolders + 1) return say('Folders can be nested at most {mostFolders} levels deep.', { mostFolders })
  return null
}

/**
 * Returns the name of a result's file, without extension. The default pattern gives `2026-11-20_face-swap_a-red-fox-in-the-snow_2`. It
 * contains the day, the capability and the title's first words. A number follows if there are several outputs. A `/` in the pattern creates
 * a folder. Separators at both ends and before an empty placeholder are dropped. A `)` at the start is dropped too. Every file system
 * accepts the name. It is in NFC. It only contains letters, marks and digits of any script, and `-_ ()`. It is never empty, and never a
 * name that Windows reserves.
 */
export function resultName(parts: ResultNameParts, rule: string = defaultNamePattern): string {
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

function valuesOf({ capability, title, index, count, at }: ResultNameParts): { readonly [Token in NamePlaceholder]: string } {
  const day = new Date(at)
  const two = (number: number): string => String(number).padStart(2, '0')
  const [year, month] = [two(day.getFullYear()), two(day.getMonth() + 1)]
  return {
    date: `${year}-${month}-${two(day.getDate())}`,
    year,
    month,
    time: `${two(day.getHours())}-${two(day.getMinutes())}`,
    capability: wordsOf(capability).join('-').slice(0, maxCapabilityLength),
    words: withinBytes(wordsOf(withoutExtensions(title)).slice(0, maxWords).join('-'), maxTitleBytes),
    index: count > 1 ? String(index + 1).padStart(String(count).length, '0') : ''
  }
}

function render(folder: string, values: { readonly [Token in NamePlaceholder]: string }): string {
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
  return (made + between).replaceAll(/^[_ )\p{M}-]+|[_ -]+$/gu, '')
}

function isToken(name: string): name is NamePlaceholder {
  return (namePlaceholders as readonly string[]).includes(name)
}

/**
 * Returns the same text for all names that a file system may treat as the same. NTFS and APFS ignore case. APFS also ignores Unicode
 * normalisation, and ext4 with `casefold` also ignores invisible characters. Windows drops trailing spaces and dots. Names that some file
 * systems distinguish may also give the same text.
 */
export function fileNameCollisionKey(name: string): string {
  const visible = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[. ]+$/, '')
  // Upper case comes last, because `toLowerCase` uses a different sigma at the end of a word. Case mapping can produce composed characters,
  // so NFD is applied twice.
  return visible.normalize('NFD').toLowerCase().toUpperCase().normalize('NFD')
}

/** Appends `_` to a name that Windows reserves for a device. Windows treats the superscript digits ¹, ² and ³ as digits. */
function notReserved(name: string): string {
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i.test(name) ? `${name}_` : name
}

/**
 * Removes file extensions from a title. A title may consist of input file names. Their extensions would precede the result's own, as in
 * `vase-png.png`.
 */
function withoutExtensions(title: string): string {
  return title.replaceAll(
    /(?<=[^\s.])\.(?:png|jpe?g|jfif|webp|avif|hei[cf]|gif|bmp|tiff?|svg|mp4|m4v|mov|webm|mkv|avi|wav|mp3|flac|ogg|opus|aac|m4a|aiff?|glb|gltf|obj|fbx|stl|usdz|ply|txt)(?![\p{L}\p{N}])/giu,
    ''
  )
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, 2_000)
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  )
}

/** Shortens a text to this many bytes in UTF-8. Cuts between characters, and at the last hyphen if there is one. */
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

/** Returns the size of a character in UTF-8, in bytes. */
function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x8_00) return 2
  return point < 0x1_00_00 ? 3 : 4
}
