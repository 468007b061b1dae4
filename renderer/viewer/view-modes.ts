import type { Medium } from '../../shared/json-schema.ts'

/** Ways to compare an image with its source. */
export const viewModes = ['result', 'slider', 'side', 'blink'] as const
export type ViewMode = (typeof viewModes)[number]

/** Compare modes of each medium. Empty for models and texts, which are shown alone. */
export const viewModesOf: { readonly [medium in Medium]: readonly ViewMode[] } = {
  image: viewModes,
  video: ['result', 'side'],
  audio: ['result', 'side'],
  model: [],
  text: []
}

/** The wanted mode if possible. Without a source, only the result is shown. */
export function activeViewMode(wanted: ViewMode, medium: Medium, hasBefore: boolean): ViewMode {
  return hasBefore && viewModesOf[medium].includes(wanted) ? wanted : 'result'
}

/** How long each image stays while blinking, in milliseconds: slow enough not to flash (WCAG 2.3.1). */
export const blinkInMs = 800
