import type { Settings } from '../../shared/app/settings.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { translateOptionLabels } from '../ui/translate-option-labels.ts'
import { useChangeSettings } from './use-change-settings.ts'

const options = [
  { value: 'ask', label: word('Ask each time') },
  { value: 'each', label: word('One task each') },
  { value: 'together', label: word('One task for all') }
] as const

/** Chooses whether an action on several results sends one task, one task for each result, or asks. */
export function SeveralResultsChoice({ severalResults }: Pick<Settings, 'severalResults'>) {
  const change = useChangeSettings()
  return (
    <SegmentedControl
      label={say('Actions on several results')}
      options={translateOptionLabels(options)}
      value={severalResults}
      onChange={(next) => void change({ severalResults: next })}
    />
  )
}
