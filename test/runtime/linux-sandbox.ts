import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Facts that determine whether Chromium can create its sandbox. `helper` and each kernel setting are null if their file is missing. A
 * setting is its file's content.
 */
export type SandboxFacts = {
  readonly platform: NodeJS.Platform
  readonly uid: number | null
  readonly helper: { readonly uid: number; readonly mode: number } | null
  /** `/proc/sys/kernel/apparmor_restrict_unprivileged_userns`, which is 1 on Ubuntu 23.10 and later. */
  readonly apparmorRestriction: string | null
  /** `/proc/sys/kernel/unprivileged_userns_clone`, which is 0 on some hardened kernels. */
  readonly namespacesOfUsers: string | null
}

const setUserIdBit = 0o4000

/**
 * Returns why the Electron executable at `electron` can't start, and how to fix this. Null if it can start. Chromium needs user namespaces
 * or a sandbox helper. Root must own the helper, and its set-user-ID bit must be set. A downloaded helper never has that bit. Electron only
 * prints “The SUID sandbox helper binary was found, but is not configured correctly”.
 */
export function sandboxProblem(electron: string, facts: SandboxFacts = factsOf(electron)): string | null {
  // Root always runs without a sandbox.
  if (facts.platform !== 'linux' || facts.uid === 0) return null
  const isRestricted = facts.apparmorRestriction?.trim() === '1' || facts.namespacesOfUsers?.trim() === '0'
  if (!isRestricted) return null
  const { helper } = facts
  if (helper !== null && helper.uid === 0 && (helper.mode & setUserIdBit) !== 0) return null
  const path = helperOf(electron)
  return [
    'This system doesn’t let programs create their own sandbox, so Electron can’t start yet.',
    'Make root the owner of its sandbox helper (after each `npm ci`), then try again:',
    `  sudo chown root:root '${path}'`,
    `  sudo chmod 4755 '${path}'`
  ].join('\n')
}

function helperOf(electron: string): string {
  return join(dirname(electron), 'chrome-sandbox')
}

function factsOf(electron: string): SandboxFacts {
  return {
    platform: process.platform,
    uid: process.getuid?.() ?? null,
    helper: statSync(helperOf(electron), { throwIfNoEntry: false }) ?? null,
    apparmorRestriction: textOf('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
    namespacesOfUsers: textOf('/proc/sys/kernel/unprivileged_userns_clone')
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
