import type { Medium } from '../../shared/form/json-schema.ts'
import { say, word } from '../../shared/i18n/say.ts'
import type { IconName } from '../ui/icon.tsx'
import type { SegmentOption } from '../ui/segmented-control.tsx'
import type { ViewMode } from './view-modes.ts'
import { viewModesByMedium } from './view-modes.ts'

const viewModeNames: { readonly [one in ViewMode]: { readonly label: string; readonly icon: IconName } } = {
  result: { label: word('Result'), icon: 'image' },
  slider: { label: word('Slider'), icon: 'split' },
  side: { label: word('Side by side'), icon: 'columns' },
  blink: { label: word('Toggle'), icon: 'blink' }
}

/** Returns the view modes of a medium, with their labels and icons. */
export function viewModeOptions(medium: Medium): readonly SegmentOption<ViewMode>[] {
  const icon = medium === 'video' ? 'video' : 'audio'
  return viewModesByMedium[medium].map((one) => {
    if (medium === 'audio' && one === 'side') return { value: one, label: 'A / B', icon: 'compare' }
    return one === 'result' && medium !== 'image'
      ? { value: one, label: say('Result'), icon }
      : { value: one, icon: viewModeNames[one].icon, label: say(viewModeNames[one].label) }
  })
}
