/** Chromium switches that let another program control the page and spend credits. No fuse turns them off. */
const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe'] as const

/** Debugging switches passed to a packaged Kiln, which then doesn't start. Unpackaged, tests and development need them. */
export function refusedSwitches(parts: { readonly isPackaged: boolean; readonly hasSwitch: (name: string) => boolean }): readonly string[] {
  return parts.isPackaged ? debuggingSwitches.filter(parts.hasSwitch) : []
}
