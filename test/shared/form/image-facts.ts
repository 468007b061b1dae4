import type { MediaFacts } from '../../../shared/form/media-facts.ts'

/** Returns facts about an image that passes every rule. `changes` overrides members. */
export function imageFacts(changes: Partial<MediaFacts> = {}): MediaFacts {
  return {
    name: 'vase.png',
    bytes: 200_000,
    modifiedAt: 1_700_000_000_000,
    medium: 'image',
    format: 'png',
    contentType: 'image/png',
    width: 1024,
    height: 768,
    durationInSeconds: null,
    hasSound: null,
    isAnimated: false,
    isTorn: false,
    ...changes
  }
}
