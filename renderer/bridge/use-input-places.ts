import { useMemo } from 'react'
import type { Medium } from '../../shared/json-schema.ts'
import { capabilityIcon } from './capability-words.ts'
import type { InputPlace } from './input-places.ts'
import { inputPlaces } from './input-places.ts'
import { useCapabilities } from './use-session.ts'

/** A place as a menu shows it; `place` is what is chosen with it. */
export type InputPlaceItem = {
  readonly id: string
  readonly words: string
  readonly aside: string
  readonly icon: ReturnType<typeof capabilityIcon>
  readonly place: InputPlace
}

const none: readonly InputPlaceItem[] = []

/** Every field of every capability that takes these media together, for a menu. `media`: null while nobody asks; kept as it is from call to call. */
export function useInputPlaces(media: readonly Medium[] | null): readonly InputPlaceItem[] {
  const capabilities = useCapabilities()
  return useMemo(
    () =>
      media === null || capabilities.state !== 'ready'
        ? none
        : inputPlaces(capabilities.value, media).map((place) => ({
            id: `${place.capability.id} ${place.field.name}`,
            words: place.capability.title,
            aside: place.field.label,
            icon: capabilityIcon(place.capability),
            place
          })),
    [media, capabilities]
  )
}
