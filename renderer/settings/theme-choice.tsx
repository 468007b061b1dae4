import type { Theme } from '../../shared/app/settings.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { translateOptionLabels } from '../ui/translate-option-labels.ts'
import { useChangeSettings } from './use-change-settings.ts'

const themeOptions = [
  { value: 'system', label: word('System default'), icon: 'monitor' },
  { value: 'dark', label: word('Dark'), icon: 'moon' },
  { value: 'light', label: word('Light'), icon: 'sun' }
] as const

/** Chooses the dark theme, the light theme, or the system's. */
export function ThemeChoice({ theme }: { readonly theme: Theme }) {
  const change = useChangeSettings()
  return (
    <SegmentedControl
      label={say('Theme')}
      options={translateOptionLabels(themeOptions)}
      value={theme}
      onChange={(next) => void change({ theme: next })}
    />
  )
}
