/** Chromium switches that let another program control the page and so spend credits. No Electron fuse disables these switches. */
const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe'] as const

/**
 * Returns the debugging switches that prevent Kiln from starting. Empty if Kiln runs from source, because tests and development need these
 * switches.
 */
export function rejectedSwitches(parts: {
  readonly isPackaged: boolean
  readonly hasSwitch: (name: string) => boolean
}): readonly string[] {
  return parts.isPackaged ? debuggingSwitches.filter(parts.hasSwitch) : []
}
