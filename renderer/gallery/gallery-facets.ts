import type { Capability } from '../../shared/form/capability.ts'
import { mediums } from '../../shared/form/json-schema.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import { mediumText } from '../media/capability-text.ts'
import type { InputKind } from './capability-inputs.ts'
import { inputKindsOf } from './capability-inputs.ts'
import { say } from '../../shared/i18n/say.ts'

/** Filters of the gallery. A capability matches if it accepts all inputs in `takes` and its output is in `gives`. Empty lists match all. */
export type GalleryFacets = {
  readonly takes: readonly InputKind[]
  readonly gives: readonly Medium[]
  readonly isFavouritesOnly: boolean
}

export const noFacets: GalleryFacets = { takes: [], gives: [], isFavouritesOnly: false }

/** Filter options, in the order of the filter panel. */
export const inputFacetOptions: readonly InputKind[] = ['text', 'image', 'face', 'video', 'audio', 'model']
export const outputFacetOptions: readonly Medium[] = mediums

export function activeFacetCount({ takes, gives, isFavouritesOnly }: GalleryFacets): number {
  return takes.length + gives.length + (isFavouritesOnly ? 1 : 0)
}

/**
 * Returns a function that returns true if a capability matches the facets. Reuse the function while facets and favourites are the same. It
 * is called for thousands of capabilities.
 */
export function facetFilter(facets: GalleryFacets, favourites: readonly string[]): (capability: Capability) => boolean {
  const { takes, gives, isFavouritesOnly } = facets
  const kept = new Set(favourites)
  return (capability) => {
    if (isFavouritesOnly && !kept.has(capability.id)) return false
    if (gives.length > 0 && !gives.includes(capability.output)) return false
    if (takes.length === 0) return true
    const kinds = inputKindsOf(capability)
    return takes.every((kind) => kinds.includes(kind))
  }
}

/**
 * For each option, the number of capabilities that would match if the option were also chosen. Counts for outputs ignore the chosen
 * outputs, because a capability needs to match only one.
 */
export type FacetCounts = {
  readonly takes: ReadonlyMap<InputKind, number>
  readonly gives: ReadonlyMap<Medium, number>
  readonly favourites: number
}

/**
 * Counts the capabilities for each filter option. `shown` has the capabilities that match the tab and the search, before the facets apply.
 */
export function facetCounts(shown: readonly Capability[], facets: GalleryFacets, favourites: readonly string[]): FacetCounts {
  const takes = new Map<InputKind, number>()
  const gives = new Map<Medium, number>()
  const kept = new Set(favourites)
  const isWithin = facetFilter(facets, favourites)
  const isWithinButGives = facetFilter({ ...facets, gives: [] }, favourites)
  const isFavourite = facetFilter({ ...facets, isFavouritesOnly: true }, favourites)
  let favouritesLeft = 0
  for (const capability of shown) {
    if (isWithin(capability)) for (const kind of inputKindsOf(capability)) takes.set(kind, (takes.get(kind) ?? 0) + 1)
    if (isWithinButGives(capability)) gives.set(capability.output, (gives.get(capability.output) ?? 0) + 1)
    if (kept.has(capability.id) && isFavourite(capability)) favouritesLeft += 1
  }
  return { takes, gives, favourites: favouritesLeft }
}

/** Returns `kinds` with `kind` added, or removed if it was present. */
export function toggleFacetKind<Kind>(kinds: readonly Kind[], kind: Kind): readonly Kind[] {
  return kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]
}

/** Returns the label for a chip, such as "text", "face" or "image". */
export function inputKindText(kind: InputKind): string {
  if (kind === 'text') return say('text')
  return kind === 'face' ? say('face') : mediumText(kind)
}
