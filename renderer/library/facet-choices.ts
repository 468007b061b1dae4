import type { LibraryCollection, LibraryFacets, LibraryQuery, Stars } from '../../shared/library/library.ts'
import { mediums } from '../../shared/form/json-schema.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import { joinNames } from '../../shared/i18n/join.ts'
import { say, sayContract, word } from '../../shared/i18n/say.ts'
import { monthText, monthTimeRange } from '../ui/day-text.ts'
import { toggleFilterValue } from './library-query.ts'
import { starText } from '../media/star-text.ts'

/** Filters of the library, in the order of the chips. */
export const facetNames = ['date', 'capability', 'medium', 'stars', 'tags', 'collection', 'connection'] as const
export type FacetName = (typeof facetNames)[number]

/** One option in a chip's menu. `change` is applied to the query when the user presses the option. */
export type FacetChoice = {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly isChosen: boolean
  readonly change: Partial<LibraryQuery>
}
export type Facet = {
  readonly name: FacetName
  readonly title: string
  /** True if the user can choose several values at a time. */
  readonly takesMany: boolean
  readonly choices: readonly FacetChoice[]
  /** Chosen values in a few words. Null if none are chosen. */
  readonly chosen: string | null
  /** Query change that removes the filter. */
  readonly clear: Partial<LibraryQuery>
}

export type FacetContext = {
  readonly query: LibraryQuery
  readonly facets: LibraryFacets
  readonly collections: readonly LibraryCollection[]
  readonly connectionName: (id: string) => string
  readonly capabilityTitle: (id: string) => string
  readonly now: number
}

const mediumTitles: Readonly<Record<Medium, string>> = {
  image: word('Images'),
  video: word('Videos'),
  audio: word('Audio'),
  model: word('3D models'),
  text: word('Text')
}

/** Returns all chips with their menus. Omits chips that can't narrow the results, such as tags in a library without tags. */
export function facetsOf(facts: FacetContext): readonly Facet[] {
  const all = facetNames.map((name) => facetOf(name, facts))
  return all.filter(({ name, choices, chosen }) => chosen !== null || choices.length > (leastChoices[name] ?? 0))
}

/** A chip is shown only if it has more choices than this number. The default is 0. */
const leastChoices: Readonly<Partial<Record<FacetName, number>>> = { connection: 1 }

function facetOf(name: FacetName, facts: FacetContext): Facet {
  switch (name) {
    case 'medium':
      return mediumFacet(facts)
    case 'capability':
      return capabilityFacet(facts)
    case 'date':
      return dateFacet(facts)
    case 'stars':
      return starsFacet(facts)
    case 'tags':
      return tagsFacet(facts)
    case 'collection':
      return collectionFacet(facts)
    case 'connection':
      return connectionFacet(facts)
  }
}

function mediumFacet({ query: { media }, facets }: FacetContext): Facet {
  const counts = new Map(facets.media.map(({ value, count }) => [value, count]))
  const shown = mediums.filter((medium) => counts.has(medium) || media.includes(medium))
  return {
    name: 'medium',
    title: say('Type'),
    takesMany: true,
    choices: shown.map((medium) => ({
      id: medium,
      label: say(mediumTitles[medium]),
      count: counts.get(medium) ?? 0,
      isChosen: media.includes(medium),
      change: { media: toggleFilterValue(media, medium) }
    })),
    chosen: chosenText(media.map((medium) => say(mediumTitles[medium]))),
    clear: { media: [] }
  }
}

function capabilityFacet({ query: { capabilities }, facets, capabilityTitle }: FacetContext): Facet {
  const gone = capabilities.filter((id) => !facets.capabilities.some(({ value }) => value === id))
  const titleOf = (id: string): string =>
    id === '' ? say('Added by you') : sayContract(facets.capabilities.find(({ value }) => value === id)?.title ?? capabilityTitle(id))
  return {
    name: 'capability',
    title: say('Capability'),
    takesMany: true,
    choices: [...facets.capabilities, ...gone.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
      id: value,
      label: titleOf(value),
      count,
      isChosen: capabilities.includes(value),
      change: { capabilities: toggleFilterValue(capabilities, value) }
    })),
    chosen: chosenText(capabilities.map(titleOf)),
    clear: { capabilities: [] }
  }
}

function dateFacet({ query: { madeFrom, madeUntil }, facets, now }: FacetContext): Facet {
  const choices = facets.months.map(({ value, count }): FacetChoice => {
    const { from, until } = monthTimeRange(value)
    const isChosen = madeFrom === from && madeUntil === until
    return {
      id: value,
      label: monthText(value, now),
      count,
      isChosen,
      change: isChosen ? { madeFrom: null, madeUntil: null } : { madeFrom: from, madeUntil: until }
    }
  })
  const chosen = choices.find(({ isChosen }) => isChosen)
  const isSet = madeFrom !== null || madeUntil !== null
  return {
    name: 'date',
    title: say('Date'),
    takesMany: false,
    choices,
    chosen: chosen?.label ?? (isSet ? say('Custom range') : null),
    clear: { madeFrom: null, madeUntil: null }
  }
}

function starsFacet({ query: { starsAtLeast, isUnrated }, facets }: FacetContext): Facet {
  const least = ([5, 4, 3, 2, 1] as const satisfies readonly Stars[]).map((stars): FacetChoice => {
    const isChosen = starsAtLeast === stars
    return {
      id: String(stars),
      label: stars === 5 ? starText(5) : say('{stars} or more', { stars: starText(stars) }),
      count: facets.stars.reduce((sum, one) => (one.value >= stars ? sum + one.count : sum), 0),
      isChosen,
      change: { starsAtLeast: isChosen ? 0 : stars, isUnrated: false }
    }
  })
  const isAny = isUnrated || least.some(({ count, isChosen }) => count > 0 || isChosen)
  const unrated: FacetChoice = {
    id: '0',
    label: say('No rating'),
    count: facets.stars.find(({ value }) => value === 0)?.count ?? 0,
    isChosen: isUnrated,
    change: { starsAtLeast: 0, isUnrated: !isUnrated }
  }
  return {
    name: 'stars',
    title: say('Rating'),
    takesMany: false,
    choices: isAny ? [...least, unrated] : [],
    chosen: [...least, unrated].find(({ isChosen }) => isChosen)?.label ?? null,
    clear: { starsAtLeast: 0, isUnrated: false }
  }
}

function tagsFacet({ query: { tags, isUntagged }, facets }: FacetContext): Facet {
  const untagged: FacetChoice = {
    id: '',
    label: say('No tags'),
    count: facets.untagged,
    isChosen: isUntagged,
    change: { tags: [], isUntagged: !isUntagged }
  }
  const gone = tags.filter((tag) => !facets.tags.some(({ value }) => value === tag))
  const known = [...facets.tags, ...gone.map((value) => ({ value, count: 0 }))].map(({ value, count }): FacetChoice => ({
    id: value,
    label: value,
    count,
    isChosen: tags.includes(value),
    change: { tags: toggleFilterValue(tags, value), isUntagged: false }
  }))
  return {
    name: 'tags',
    title: say('Tags'),
    takesMany: true,
    choices: [...known, ...(known.length > 0 || isUntagged ? [untagged] : [])],
    chosen: isUntagged ? say('No tags') : chosenText(tags),
    clear: { tags: [], isUntagged: false }
  }
}

function collectionFacet({ query: { collection }, facets, collections }: FacetContext): Facet {
  const counts = new Map(facets.collections.map(({ value, count }) => [value, count]))
  return {
    name: 'collection',
    title: say('Collection'),
    takesMany: false,
    choices: collections.map(({ id, name }) => ({
      id: String(id),
      label: name,
      count: counts.get(id) ?? 0,
      isChosen: collection === id,
      change: { collection: collection === id ? null : id }
    })),
    chosen: collection === null ? null : (collections.find(({ id }) => id === collection)?.name ?? say('Unknown collection')),
    clear: { collection: null }
  }
}

function connectionFacet({ query: { connections }, facets, connectionName }: FacetContext): Facet {
  return {
    name: 'connection',
    title: say('Account'),
    takesMany: true,
    choices: facets.connections.map(({ value, count }) => ({
      id: value,
      label: connectionName(value),
      count,
      isChosen: connections.includes(value),
      change: { connections: toggleFilterValue(connections, value) }
    })),
    chosen: chosenText(connections.map(connectionName)),
    clear: { connections: [] }
  }
}

/** Joins the labels of chosen values, such as "Images", "Images, Videos" or "Images and 3 more". Null if `label` is empty. */
function chosenText(label: readonly string[]): string | null {
  const [first, second] = label
  if (first === undefined) return null
  if (second === undefined) return first
  return label.length === 2 ? joinNames(label) : say('{first} and {count, number} more', { first, count: label.length - 1 })
}
