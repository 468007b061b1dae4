import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { linkScheme } from '../../shared/app/deep-link.ts'

/**
 * Links and files that Kiln was started with, or received while running. `links` are raw and unparsed. `files` are absolute paths, not
 * checked for existence.
 */
export type LaunchTargets = { readonly links: readonly string[]; readonly files: readonly string[] }

export const noLaunchTargets: LaunchTargets = { links: [], files: [] }

/** Maximum number of links and files that are accepted at once. */
const mostCalls = 100
const mostCharacters = 32_768

/** Command-line option that starts Kiln without showing a window. Used when Kiln starts at login. */
export const hiddenFlag = '--hidden'

type StartOf = { readonly isPackaged: boolean; readonly workingDirectory: string; readonly platform: NodeJS.Platform }

/**
 * Returns the links and files on a command line. Arguments that start with a dash are switches of Kiln or Chromium, and are skipped. If
 * `isPackaged` is false, the first other argument is the app's own path, and is skipped too.
 */
export function parseLaunchArguments(words: readonly string[], { isPackaged, workingDirectory, platform }: StartOf): LaunchTargets {
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

/** Validates the data that a second instance of Kiln has sent. Invalid data is ignored, because another program may have sent it. */
export function parseLaunchTargets(handed: unknown): LaunchTargets {
  try {
    return callsSchema.catch({ links: [], files: [] }).parse(handed)
  } catch {
    // The schema reads `length` even if a value isn't a string. A crafted value can make this read throw.
    return noLaunchTargets
  }
}

/** True for an option such as `-AppleLanguages`, which macOS passes together with a value. The next argument then isn't a file. */
function isCocoaDefault(word: string | undefined): boolean {
  return word !== undefined && /^-(?:Apple|NS)[A-Z]\w*$/.test(word)
}

function isLink(word: string): boolean {
  return word.slice(0, linkScheme.length + 1).toLowerCase() === `${linkScheme}:`
}

/**
 * Returns the absolute path of a file argument. The argument may also be a `file:` URL, as Linux desktops pass it. Null if the URL is
 * invalid or has a host.
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
