/** Chromium switches that let another program control the page and spend credits. Electron has no fuse that turns them off. */
const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe'] as const

/**
 * Returns the debugging switches that were passed to a packaged copy, which then doesn't start. A copy run from source accepts them for
 * tests and development.
 */
export function rejectedSwitches(parts: {
  readonly isPackaged: boolean
  readonly hasSwitch: (name: string) => boolean
}): readonly string[] {
  return parts.isPackaged ? debuggingSwitches.filter(parts.hasSwitch) : []
}
