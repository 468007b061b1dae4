import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NoUpdateReason } from '../../shared/app/update.ts'
import { installKind } from '../launch/install-kind.ts'

/** Returns the reason why this copy can't update itself. Null if it can. */
export function updateBlocker(parts: {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly resourcesPath: string
}): NoUpdateReason | null {
  const { isPackaged, platform, environment, resourcesPath } = parts
  const kind = installKind({ isPackaged, environment })
  if (kind !== 'installed') return kind
  // Files installed by deb or rpm belong to the package manager, which requires an administrator's password. An AppImage sets `APPIMAGE` to
  // its own path.
  if (platform === 'linux' && environment.APPIMAGE === undefined) return 'package-manager'
  return existsSync(join(resourcesPath, 'app-update.yml')) ? null : 'no-source'
}

/** Returns the update source configured in electron-builder, as text for the user: `github.com/owner/name`, or a host. Null if unknown. */
export function readUpdateSource(resourcesPath: string): string | null {
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
