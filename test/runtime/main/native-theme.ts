import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { rejectUnknownEvents } from '../not-implemented.ts'

type Built = Pick<
  Electron.NativeTheme,
  'inForcedColorsMode' | 'prefersReducedTransparency' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors' | 'themeSource'
>

/** The app's theme. In the stand-in, `system` means light. */
export class StandInNativeTheme extends EventEmitter implements Built {
  readonly inForcedColorsMode = false
  readonly prefersReducedTransparency = false
  readonly shouldUseHighContrastColors = false
  private source: Electron.NativeTheme['themeSource'] = 'system'
  private readonly tellPages: (scheme: 'light' | 'dark' | null) => void

  constructor(tellPages: (scheme: 'light' | 'dark' | null) => void) {
    super()
    this.tellPages = tellPages
    rejectUnknownEvents('nativeTheme', this, ['updated'])
  }

  get shouldUseDarkColors(): boolean {
    return this.source === 'dark'
  }

  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.source
  }

  set themeSource(source: Electron.NativeTheme['themeSource']) {
    if (source === this.source) return
    this.source = source
    this.tellPages(source === 'system' ? null : source)
    this.emit('updated')
  }
}
