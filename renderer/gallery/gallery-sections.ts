import type { Capability } from '../../shared/form/capability.ts'
import { capabilityCategories } from '../../shared/form/capability.ts'
import { minCredits } from '../../shared/form/pricing/min-credits.ts'
import { compareNames } from '../../shared/i18n/compare-names.ts'
import { say } from '../../shared/i18n/say.ts'
import { categoryText } from '../media/capability-text.ts'
import type { RecentCapability } from './recent-capabilities.ts'
import type { CapabilitySearchResult } from './search/search-capabilities.ts'

export const sortOrders = ['recent', 'name', 'price'] as const
export type SortOrder = (typeof sortOrders)[number]
export const galleryTabNames = ['all', ...capabilityCategories] as const
export type GalleryTab = (typeof galleryTabNames)[number]

/** A card. `key` is unique even if a capability is in two sections. */
export type GalleryCard = { readonly key: string; readonly capability: Capability }
export type GallerySection = {
  readonly key: string
  /** Null if the section has no heading. */
  readonly title: string | null
  readonly count: number | null
  readonly size: 'large' | 'normal' | 'found'
  readonly cards: readonly GalleryCard[]
}

export type GallerySectionsOptions = {
  /** Capabilities that match the facets. */
  readonly capabilities: readonly Capability[]
  readonly recents: readonly RecentCapability[]
  readonly favourites: readonly string[]
  readonly tab: GalleryTab
  readonly sort: SortOrder
  /** Number of files that the user starts from. All capabilities are then in one section. Null without files. */
  readonly startCount: number | null
  /** Maximum number of cards in the section of recent capabilities, which has one row. */
  readonly maxRecents: number
}

/**
 * Returns the gallery's sections while no search is active: one category, or all of them. Recent capabilities come before the categories
 * and aren't repeated there. Favourites have no section, because the sidebar lists them.
 */
export function gallerySections({
  capabilities,
  recents,
  favourites,
  tab,
  sort,
  startCount,
  maxRecents
}: GallerySectionsOptions): readonly GallerySection[] {
  const inOrder = sorted(capabilities, sort, recents, favourites)
  if (tab !== 'all') {
    const own = inOrder.filter(({ category }) => category === tab)
    return own.length === 0 ? [] : [{ key: tab, title: null, count: null, size: 'normal', cards: cardsOf(tab, own) }]
  }
  if (startCount !== null) {
    const title = say('{count, plural, one {Accepts your file} other {Accepts your files}}', { count: startCount })
    return inOrder.length === 0 ? [] : [{ key: 'start', title, count: inOrder.length, size: 'normal', cards: cardsOf('start', inOrder) }]
  }
  const byId = new Map(capabilities.map((capability) => [capability.id, capability]))
  const used = recents.flatMap(({ capability }) => byId.get(capability) ?? []).slice(0, maxRecents)
  const shown = new Set(used)
  const byCategory = Map.groupBy(
    inOrder.filter((capability) => !shown.has(capability)),
    ({ category }) => category
  )
  return [
    ...(used.length === 0
      ? []
      : [{ key: 'recent', title: say('Recent'), count: null, size: 'large', cards: cardsOf('recent', used) } as const]),
    ...capabilityCategories.flatMap((category): readonly GallerySection[] => {
      const own = byCategory.get(category)
      // `count` is null, because the tabs already show the counts.
      return own === undefined
        ? []
        : [{ key: category, title: categoryText(category), count: null, size: 'normal', cards: cardsOf(category, own) }]
    })
  ]
}

/** Returns the sections of a search: the results, best first, then results with a similar spelling. */
export function searchResultSections({ found, fuzzy }: Pick<CapabilitySearchResult, 'found' | 'fuzzy'>): readonly GallerySection[] {
  return [
    { key: 'found', title: say('Search results'), list: found },
    { key: 'alike', title: say('Similar spelling'), list: fuzzy }
  ].flatMap(({ key, title, list }) => (list.length === 0 ? [] : [foundSection(key, title, list)]))
}

/** Returns the section with the closest matches, for a search without results. */
export function nearestSections(capabilities: readonly Capability[]): readonly GallerySection[] {
  return capabilities.length === 0 ? [] : [foundSection('nearest', say('Closest matches'), capabilities)]
}

function foundSection(key: string, title: string, capabilities: readonly Capability[]): GallerySection {
  return { key, title, count: capabilities.length, size: 'found', cards: cardsOf(key, capabilities) }
}

/** Returns the tabs of categories that aren't empty, with their counts. "All" comes first. */
export function galleryTabs(
  capabilities: readonly Capability[]
): readonly { readonly value: GalleryTab; readonly label: string; readonly count: number }[] {
  const byCategory = Map.groupBy(capabilities, ({ category }) => category)
  return [
    { value: 'all', label: say('All'), count: capabilities.length },
    ...capabilityCategories.flatMap((category) => {
      const count = byCategory.get(category)?.length ?? 0
      return count === 0 ? [] : [{ value: category, label: categoryText(category), count }]
    })
  ]
}

export function isInTab({ category }: Capability, tab: GalleryTab): boolean {
  return tab === 'all' || tab === category
}

/** Cards by section and capability. Cached, because a search finds thousands of capabilities on every keystroke. */
const cardsOfSection = new Map<string, WeakMap<Capability, GalleryCard>>()

function cardsOf(section: string, capabilities: readonly Capability[]): readonly GalleryCard[] {
  const known = cardsOfSection.get(section) ?? new WeakMap<Capability, GalleryCard>()
  cardsOfSection.set(section, known)
  return capabilities.map((capability) => known.get(capability) ?? newCard(known, section, capability))
}

function newCard(known: WeakMap<Capability, GalleryCard>, section: string, capability: Capability): GalleryCard {
  const card = { key: `${section}:${capability.id}`, capability }
  known.set(capability, card)
  return card
}

/** Capabilities sorted by name or price, for each list. Cached, because sorting runs on every task update. */
const ordersOf = new WeakMap<readonly Capability[], Map<SortOrder, readonly Capability[]>>()

function sorted(
  capabilities: readonly Capability[],
  sort: SortOrder,
  recents: readonly RecentCapability[],
  favourites: readonly string[]
): readonly Capability[] {
  if (sort === 'recent') return inOrderOfUse(capabilities, recents, favourites)
  const orders = ordersOf.get(capabilities) ?? new Map<SortOrder, readonly Capability[]>()
  ordersOf.set(capabilities, orders)
  const known = orders.get(sort)
  if (known !== undefined) return known
  const order = sort === 'name' ? inOrderOfName(capabilities) : inOrderOfPrice(capabilities)
  orders.set(sort, order)
  return order
}

/** Sorts capabilities by last use. Favourites that were never used come next, then all others. */
function inOrderOfUse(
  capabilities: readonly Capability[],
  recents: readonly RecentCapability[],
  favourites: readonly string[]
): readonly Capability[] {
  const rank = new Map([
    ...favourites.map((id) => [id, 1] as const),
    ...recents.map(({ capability, usedAt }) => [capability, usedAt] as const)
  ])
  return capabilities.toSorted((one, other) => (rank.get(other.id) ?? 0) - (rank.get(one.id) ?? 0))
}

function inOrderOfName(capabilities: readonly Capability[]): readonly Capability[] {
  return capabilities.toSorted((one, other) => compareNames(one.title, other.title))
}

/** Sorts by price. Unknown prices come last. */
function inOrderOfPrice(capabilities: readonly Capability[]): readonly Capability[] {
  return capabilities
    .map((capability) => ({ capability, least: minCredits(capability) ?? Number.MAX_SAFE_INTEGER }))
    .toSorted((one, other) => one.least - other.least)
    .map(({ capability }) => capability)
}
