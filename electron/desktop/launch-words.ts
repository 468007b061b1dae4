import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { linkScheme } from '../../shared/deep-link.ts'

/** What Kiln was started for, or called for while it runs. `links` are as they came: unread. `files` are absolute paths; nobody has looked yet. */
export type Calls = { readonly links: readonly string[]; readonly files: readonly string[] }

export const noCalls: Calls = { links: [], files: [] }

/** A call of more is no person's. */
const mostCalls = 100
const mostCharacters = 32_768

/** Says to stay out of sight: Kiln was started with the session. */
export const hiddenWord = '--hidden'

/**
 * The links and files on a command line. Everything that begins with a dash is a switch, Kiln's or Chromium's. `isPackaged` false: the first
 * other word is the app itself.
 */
export function callsOf(
  words: readonly string[],
  { isPackaged, workingDirectory }: { readonly isPackaged: boolean; readonly workingDirectory: string }
): Calls {
  const named = words.slice(1).filter((word) => word !== '' && !word.startsWith('-'))
  const calls = (isPackaged ? named : named.slice(1)).filter((word) => word.length <= mostCharacters).slice(0, mostCalls)
  const links = calls.filter(isLink)
  const files = calls.filter((word) => !isLink(word)).flatMap((word) => pathOf(word, workingDirectory) ?? [])
  return { links, files }
}

const callsSchema = z.object({
  links: z.array(z.string().max(mostCharacters)).max(mostCalls),
  files: z.array(z.string().max(mostCharacters).refine(isAbsolute)).max(mostCalls)
})

/** What a second start handed over. Another program may have: what is not in its form counts for nothing. */
export function readCalls(handed: unknown): Calls {
  try {
    return callsSchema.catch({ links: [], files: [] }).parse(handed)
  } catch {
    // Something that has a `length` and is no text is measured all the same, and may be made to fall then.
    return noCalls
  }
}

function isLink(word: string): boolean {
  return word.slice(0, linkScheme.length + 1).toLowerCase() === `${linkScheme}:`
}

/** Desktops on Linux name files by address. Null: a file of another computer, or none. */
function pathOf(word: string, workingDirectory: string): string | null {
  if (!word.startsWith('file:')) return resolve(workingDirectory, word)
  try {
    const url = new URL(word)
    return url.host === '' ? fileURLToPath(url) : null
  } catch {
    return null
  }
}
