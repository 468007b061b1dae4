import type { Medium } from '../../shared/form/json-schema.ts'

/** Ways to show a result, alone or with its source. */
export const viewModes = ['result', 'slider', 'side', 'blink'] as const
export type ViewMode = (typeof viewModes)[number]

/** View modes of each medium. Empty for models and texts, which are shown alone. */
export const viewModesByMedium: { readonly [medium in Medium]: readonly ViewMode[] } = {
  image: viewModes,
  video: ['result', 'side'],
  audio: ['result', 'side'],
  model: [],
  text: []
}

/** Returns `wanted` if the medium supports that mode and there is a source to compare. Otherwise returns `result`. */
export function activeViewMode(wanted: ViewMode, medium: Medium, hasBefore: boolean): ViewMode {
  return hasBefore && viewModesByMedium[medium].includes(wanted) ? wanted : 'result'
}

/** Time that each image is shown while alternating, in milliseconds. Slow enough to avoid flashing (WCAG 2.3.1). */
export const blinkIntervalInMs = 800
