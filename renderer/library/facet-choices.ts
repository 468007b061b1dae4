import type { LibraryCollection, LibraryFacets, LibraryQuery, Stars } from '../../shared/library.ts'
import { mediums } from '../../shared/json-schema.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { inARow } from '../../shared/words/join.ts'
import { say, sayAgain, sayContract, word } from '../../shared/words/say.ts'
import { monthWords, timesOfMonth } from './day-words.ts'
import { toggled } from './library-query.ts'
import { starWords } from './tile-words.ts'

/** By what the library is narrowed, in the order of the chips. */
export const facetNames = ['date', 'capability', 'medium', 'stars', 'tags', 'collection', 'connection'] as const
export type FacetName = (typeof facetNames)[number]

/** One line of a chip's menu. `change`: what a press makes of the question. */
export type FacetChoice = {
  readonly id: string
  readonly words: string
  readonly count: number
  readonly isChosen: boolean
  readonly change: Partial<LibraryQuery>
}
export type Facet = {
  readonly name: FacetName
  readonly title: string
  /** Several may be chosen at a time. */
  readonly takesMany: boolean
  readonly choices: readonly FacetChoice[]
  /** What is chosen, in a few words; null: nothing is. */
  readonly chosen: string | null
  /** Takes the choice away. */
  readonly clear: Partial<LibraryQuery>
}

export type FacetFacts = {
  readonly query: LibraryQuery
  readonly facets: LibraryFacets
  readonly collections: readonly LibraryCollection[]
  readonly connectionName: (id: string) => string
  readonly capabilityTitle: (id: string) => string
  readonly now: number
}

const mediumTitles: Readonly<Record<Medium, string>> = {
  image: word('Pictures'),
  video: word('Videos'),
  audio: word('Sounds'),
  model: word('3D models'),
  text: word('Text')
}

/** All chips with their menus. Those that could not narrow anything (one connection, no tag yet) are left out. */
export function facetsOf(facts: FacetFacts): readonly Facet[] {
  const all = facetNames.map((name) => facetOf(name, facts))
  return all.filter(({ name, choices, chosen }) => chosen !== null || choices.length > (leastChoices[name] ?? 0))
}

/** From how many choices on a chip is worth its room. */
const leastChoices: Readonly<Partial<Record<FacetName, number>>> = { connection: 1 }

function facetOf(name: FacetName, facts: FacetFacts): Facet {
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

function mediumFacet({ query: { media }, facets }: FacetFacts): Facet {
  const counts = new Map(facets.media.map(({ value, count }) => [value, count]))
  const shown = mediums.filter((medium) => counts.has(medium) || media.includes(medium))
  return {
    name: 'medium',
    title: say('Medium'),
    takesMany: true,
    choices: shown.map((medium) => ({
      id: medium,
      words: say(mediumTitles[medium]),
      count: counts.get(medium) ?? 0,
      isChosen: media.includes(medium),
      change: { media: toggled(media, medium) }
    })),
    chosen: chosenWords(media.map((medium) => say(mediumTitles[medium]))),
    clear: { media: [] }
  }
}

function capabilityFacet({ query: { capabilities }, facets, capabilityTitle }: FacetFacts): Facet {
  const gone = capabilities.filter((id) => !facets.capabilities.some(({ value }) => value === id))
  const titleOf = (id: string): string =>
    sayAgain(sayContract(facets.capabilities.find(({ value }) => value === id)?.title ?? capabilityTitle(id)))
  return {
    name: 'capability',
    title: say('Capability'),
    takesMany: true,
    choices: [...facets.capabilities, ...gone.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
      id: value,
      words: titleOf(value),
      count,
      isChosen: capabilities.includes(value),
      change: { capabilities: toggled(capabilities, value) }
    })),
    chosen: chosenWords(capabilities.map(titleOf)),
    clear: { capabilities: [] }
  }
}

function dateFacet({ query: { madeFrom, madeUntil }, facets, now }: FacetFacts): Facet {
  const choices = facets.months.map(({ value, count }): FacetChoice => {
    const { from, until } = timesOfMonth(value)
    const isChosen = madeFrom === from && madeUntil === until
    return {
      id: value,
      words: monthWords(value, now),
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
    chosen: chosen?.words ?? (isSet ? say('Some time') : null),
    clear: { madeFrom: null, madeUntil: null }
  }
}

function starsFacet({ query: { starsAtLeast }, facets }: FacetFacts): Facet {
  const least = ([5, 4, 3, 2, 1] as const satisfies readonly Stars[]).map((stars): FacetChoice => {
    const isChosen = starsAtLeast === stars
    return {
      id: String(stars),
      words: stars === 5 ? starWords(5) : say('{stars} or more', { stars: starWords(stars) }),
      count: facets.stars.reduce((sum, one) => (one.value >= stars ? sum + one.count : sum), 0),
      isChosen,
      change: { starsAtLeast: isChosen ? 0 : stars }
    }
  })
  const isAny = least.some(({ count, isChosen }) => count > 0 || isChosen)
  return {
    name: 'stars',
    title: say('Stars'),
    takesMany: false,
    choices: isAny ? least : [],
    chosen: starsAtLeast === 0 ? null : (least.find(({ isChosen }) => isChosen)?.words ?? null),
    clear: { starsAtLeast: 0 }
  }
}

function tagsFacet({ query: { tags }, facets }: FacetFacts): Facet {
  const gone = tags.filter((tag) => !facets.tags.some(({ value }) => value === tag))
  return {
    name: 'tags',
    title: say('Tags'),
    takesMany: true,
    choices: [...facets.tags, ...gone.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
      id: value,
      words: value,
      count,
      isChosen: tags.includes(value),
      change: { tags: toggled(tags, value) }
    })),
    chosen: chosenWords(tags),
    clear: { tags: [] }
  }
}

function collectionFacet({ query: { collection }, facets, collections }: FacetFacts): Facet {
  const counts = new Map(facets.collections.map(({ value, count }) => [value, count]))
  return {
    name: 'collection',
    title: say('Collection'),
    takesMany: false,
    choices: collections.map(({ id, name }) => ({
      id: String(id),
      words: name,
      count: counts.get(id) ?? 0,
      isChosen: collection === id,
      change: { collection: collection === id ? null : id }
    })),
    chosen: collection === null ? null : (collections.find(({ id }) => id === collection)?.name ?? say('A collection')),
    clear: { collection: null }
  }
}

function connectionFacet({ query: { connections }, facets, connectionName }: FacetFacts): Facet {
  return {
    name: 'connection',
    title: say('Connection'),
    takesMany: true,
    choices: facets.connections.map(({ value, count }) => ({
      id: value,
      words: connectionName(value),
      count,
      isChosen: connections.includes(value),
      change: { connections: toggled(connections, value) }
    })),
    chosen: chosenWords(connections.map(connectionName)),
    clear: { connections: [] }
  }
}

/** "Pictures", "Pictures, Videos", "Pictures and 3 more". */
function chosenWords(words: readonly string[]): string | null {
  const [first, second] = words
  if (first === undefined) return null
  if (second === undefined) return first
  return words.length === 2 ? inARow(words) : say('{first} and {count, number} more', { first, count: words.length - 1 })
}
