import type { Capability, Category } from '../../shared/capability.ts'
import { categories } from '../../shared/capability.ts'
import { categoryWords } from '../bridge/capability-words.ts'
import type { Recent } from './recents.ts'
import type { Found } from './search-capabilities.ts'

export const sortOrders = ['recent', 'name', 'price'] as const
export type SortOrder = (typeof sortOrders)[number]
export type GalleryTab = 'all' | Category

/** A card. `key` is its own even where a capability stands in two sections. */
export type GalleryCard = { readonly key: string; readonly capability: Capability; readonly found: Found | null }
export type GallerySection = {
  readonly key: string
  /** Null: no heading. */
  readonly title: string | null
  readonly count: number | null
  readonly size: 'large' | 'normal' | 'found'
  readonly cards: readonly GalleryCard[]
}

/** Most cards in the section of what was used last. */
const mostRecents = 3

export type GalleryQuestion = {
  readonly capabilities: readonly Capability[]
  readonly recents: readonly Recent[]
  readonly tab: GalleryTab
  readonly sort: SortOrder
  /** Null: nothing is searched for. */
  readonly found: readonly Found[] | null
}

/** What the gallery shows: findings, best first; or one category; or all, with what was used last on top and not a second time below. */
export function gallerySections({ capabilities, recents, tab, sort, found }: GalleryQuestion): readonly GallerySection[] {
  if (found !== null) {
    const shown = found.filter(({ capability }) => isInTab(capability, tab))
    if (shown.length === 0) return []
    const cards = shown.map((one) => ({ key: `found:${one.capability.id}`, capability: one.capability, found: one }))
    return [{ key: 'found', title: 'Found', count: shown.length, size: 'found', cards }]
  }
  const usedAt = new Map(recents.map((recent) => [recent.capability, recent.usedAt]))
  if (tab !== 'all') {
    const own = capabilities.filter(({ category }) => category === tab)
    return own.length === 0 ? [] : [{ key: tab, title: null, count: null, size: 'normal', cards: cardsOf(tab, sorted(own, sort, usedAt)) }]
  }
  const byId = new Map(capabilities.map((capability) => [capability.id, capability]))
  const used = recents.flatMap(({ capability }) => byId.get(capability) ?? []).slice(0, mostRecents)
  const byCategory = Map.groupBy(capabilities, ({ category }) => category)
  const sections: GallerySection[] = []
  if (used.length > 0) sections.push({ key: 'recent', title: 'Recent', count: null, size: 'large', cards: cardsOf('recent', used) })
  for (const category of categories) {
    const own = byCategory.get(category) ?? []
    const others = own.filter((capability) => !used.includes(capability))
    if (others.length === 0) continue
    sections.push({
      key: category,
      title: categoryWords(category),
      count: own.length,
      size: 'normal',
      cards: cardsOf(category, sorted(others, sort, usedAt))
    })
  }
  return sections
}

/** Categories that have something, with how much; "All" first. */
export function galleryTabs(
  capabilities: readonly Capability[]
): readonly { readonly value: GalleryTab; readonly label: string; readonly count: number }[] {
  const byCategory = Map.groupBy(capabilities, ({ category }) => category)
  return [
    { value: 'all', label: 'All', count: capabilities.length },
    ...categories.flatMap((category) => {
      const count = byCategory.get(category)?.length ?? 0
      return count === 0 ? [] : [{ value: category, label: categoryWords(category), count }]
    })
  ]
}

function isInTab({ category }: Capability, tab: GalleryTab): boolean {
  return tab === 'all' || tab === category
}

function cardsOf(section: string, capabilities: readonly Capability[]): readonly GalleryCard[] {
  return capabilities.map((capability) => ({ key: `${section}:${capability.id}`, capability, found: null }))
}

function sorted(capabilities: readonly Capability[], sort: SortOrder, usedAt: ReadonlyMap<string, number>): readonly Capability[] {
  switch (sort) {
    case 'recent':
      return capabilities.toSorted((one, other) => (usedAt.get(other.id) ?? 0) - (usedAt.get(one.id) ?? 0))
    case 'name':
      return capabilities.toSorted((one, other) => one.title.localeCompare(other.title, 'en', { numeric: true }))
    case 'price':
      return capabilities.toSorted((one, other) => leastCredits(one) - leastCredits(other))
  }
}

/** Not known stands last. */
function leastCredits({ pricing }: Capability): number {
  if (pricing.kind === 'flat') return pricing.credits
  return pricing.kind === 'per-output' ? pricing.base : Number.MAX_SAFE_INTEGER
}
