import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NoUpdateReason } from '../../shared/update.ts'

/** Why the copy that runs does not update itself; null: it can. */
export function noUpdatesFor(parts: {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly resourcesPath: string
}): NoUpdateReason | null {
  const { isPackaged, platform, environment, resourcesPath } = parts
  if (!isPackaged) return 'unpackaged'
  // electron-builder's portable executable sets it for what it unpacks.
  if (environment.PORTABLE_EXECUTABLE_FILE !== undefined) return 'portable'
  // What deb and rpm put there belongs to the package manager, and wants its password; an AppImage says where it is.
  if (platform === 'linux' && environment.APPIMAGE === undefined) return 'package-manager'
  return existsSync(join(resourcesPath, 'app-update.yml')) ? null : 'no-source'
}

/** Where electron-builder was told that newer versions are, for a person to read: `github.com/owner/name`, or a host. Null: it can't be told. */
export function updateSourceIn(resourcesPath: string): string | null {
  try {
    const lines = readFileSync(join(resourcesPath, 'app-update.yml'), 'utf8').split('\n')
    const facts = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
    const named = (name: string): string => facts.get(name)?.replace(/^(['"])(.*)\1$/, '$2') ?? ''
    if (named('provider') === 'github') return `github.com/${named('owner')}/${named('repo')}`
    return URL.canParse(named('url')) ? new URL(named('url')).host : null
  } catch {
    return null
  }
}
