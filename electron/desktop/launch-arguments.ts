import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { linkScheme } from '../../shared/deep-link.ts'

/**
 * Links and files that Kiln was started with, or received while running. `links` are raw and unparsed. `files` are absolute paths, not
 * checked for existence.
 */
export type LaunchTargets = { readonly links: readonly string[]; readonly files: readonly string[] }

export const noLaunchTargets: LaunchTargets = { links: [], files: [] }

/** Maximum number of links and files accepted at once. No user opens more. */
const mostCalls = 100
const mostCharacters = 32_768

/** Starts Kiln hidden, for a start at login. */
export const hiddenFlag = '--hidden'

type StartOf = { readonly isPackaged: boolean; readonly workingDirectory: string; readonly platform: NodeJS.Platform }

/**
 * Returns the links and files on a command line. Arguments that begin with a dash are switches of Kiln or Chromium. If `isPackaged` is
 * false, the first argument that isn't a switch is the app itself.
 */
export function parseArguments(words: readonly string[], { isPackaged, workingDirectory, platform }: StartOf): LaunchTargets {
  const named = words
    .slice(1)
    .filter((word, at) => word !== '' && !word.startsWith('-') && !(platform === 'darwin' && isCocoaDefault(words[at])))
  const calls = (isPackaged ? named : named.slice(1)).filter((word) => word.length <= mostCharacters).slice(0, mostCalls)
  const links = calls.filter(isLink)
  const files = calls.filter((word) => !isLink(word)).flatMap((word) => pathOf(word, workingDirectory) ?? [])
  return { links, files }
}

const callsSchema = z.object({
  links: z.array(z.string().max(mostCharacters)).max(mostCalls),
  files: z.array(z.string().max(mostCharacters).refine(isAbsolute)).max(mostCalls)
})

/** Reads data from a second instance. It may come from another program, so invalid data is ignored. */
export function readLaunchTargets(handed: unknown): LaunchTargets {
  try {
    return callsSchema.catch({ links: [], files: [] }).parse(handed)
  } catch {
    // The schema reads `length` even if the value isn't text. A crafted value can make that throw.
    return noLaunchTargets
  }
}

/** macOS passes settings to a program as two arguments, such as `-AppleLanguages (en)`. The second one is a value, not a file. */
function isCocoaDefault(word: string | undefined): boolean {
  return word !== undefined && /^-(?:Apple|NS)[A-Z]\w*$/.test(word)
}

function isLink(word: string): boolean {
  return word.slice(0, linkScheme.length + 1).toLowerCase() === `${linkScheme}:`
}

/**
 * Returns the absolute path of a file argument. Linux desktops pass files as URLs. Null if the URL is invalid or names another computer.
 */
function pathOf(word: string, workingDirectory: string): string | null {
  if (!word.startsWith('file:')) return resolve(workingDirectory, word)
  try {
    const url = new URL(word)
    return url.host === '' ? fileURLToPath(url) : null
  } catch {
    return null
  }
}
