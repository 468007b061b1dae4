import type { Capability } from '../../shared/capability.ts'
import type { LibraryTile } from '../../shared/library.ts'
import { priceWords } from '../../shared/pricing.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import type { Phase, Task } from '../../shared/task.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { capabilityIcon } from '../bridge/capability-words.ts'
import type { PhaseWords } from '../bridge/phase-words.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { searchIndexOf } from '../gallery/search/capability-search.ts'
import { searchCapabilities } from '../gallery/search/search-capabilities.ts'
import { comparedWith } from '../viewer/compared-with.ts'

/** Something that "Search or do" can do. */
export type PaletteAction =
  | { readonly kind: 'compose'; readonly capabilityId: string }
  | { readonly kind: 'open-result'; readonly itemId: string }
  | { readonly kind: 'compare'; readonly itemIds: readonly string[] }
  | { readonly kind: 'open-task'; readonly taskId: string }
  | { readonly kind: 'go'; readonly view: 'gallery' | 'queue' | 'library' | 'account' | 'settings' }
  | { readonly kind: 'guide' }
  | { readonly kind: 'search-library'; readonly query: string }
  | { readonly kind: 'theme'; readonly theme: 'system' | 'dark' | 'light' }
  | { readonly kind: 'replace-key' }
  | { readonly kind: 'cheat-sheet' }
  | { readonly kind: 'show-library-folder' }

/** Names of the ui kit's icons. */
type PaletteIcon =
  | PhaseWords['icon']
  | ReturnType<typeof capabilityIcon>
  | 'gallery'
  | 'queue'
  | 'library'
  | 'ledger'
  | 'settings'
  | 'folder'
  | 'compare'
  | 'key'
  | 'keyboard'
  | 'guide'
  | 'moon'
  | 'sun'
  | 'monitor'

export type PaletteItem = {
  readonly key: string
  readonly words: string
  /** Stands weaker after the words. */
  readonly aside: string
  readonly icon: PaletteIcon
  /** Library item whose thumbnail stands instead of the icon. */
  readonly pictureItemId: string | null
  readonly action: PaletteAction
}
export type PaletteGroup = { readonly title: string; readonly items: readonly PaletteItem[] }

export type PaletteQuestion = {
  readonly query: string
  readonly newestFirst: readonly Task[]
  readonly capabilities: readonly Capability[]
  /** What the library finds for the query, the newest first. */
  readonly results: readonly LibraryTile[]
  readonly favourites: readonly string[]
  readonly isPractice: boolean
}

export const mostResults = 8
const most = { tasks: 4, capabilities: 6, deeds: 5, results: mostResults } as const

/** What to offer: without a query what one most likely goes on with; else what holds all its words. */
export function paletteGroups(question: PaletteQuestion): readonly PaletteGroup[] {
  const words = question.query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text: string) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
  const titles = new Map(question.capabilities.map(({ id, title }) => [id, title]))
  const begun = taskItems(question, words, titles)
  const making = capabilityItems(question)
  const makeWith = { title: say('Make with'), items: making.items }
  return [
    { title: say('Go on with'), items: begun },
    // What is only spelled like it stands behind what has the very words.
    ...(making.areOnlyAlike ? [] : [makeWith]),
    {
      title: say('Do'),
      items: [...deeds(question.isPractice), ...comparisons(question.newestFirst)]
        .filter(({ words: name, aside }) => fits(`${name} ${aside}`))
        .slice(0, words.length === 0 ? 3 : most.deeds)
    },
    { title: say('Made'), items: resultItems(question, begun, titles) },
    ...(making.areOnlyAlike ? [makeWith] : []),
    { title: say('Look in the library'), items: libraryItems(question.query.trim()) }
  ].filter(({ items }) => items.length > 0)
}

function taskItems(
  { newestFirst, query }: PaletteQuestion,
  words: readonly string[],
  titles: ReadonlyMap<string, string>
): readonly PaletteItem[] {
  const phrase = query.trim().toLowerCase()
  const lowerCapabilities = new Map<string, string>()
  function fitsCapability(id: string, word: string): boolean {
    const lower = lowerCapabilities.get(id) ?? (titles.get(id) ?? id).toLowerCase()
    lowerCapabilities.set(id, lower)
    return lower.includes(word)
  }
  const asTyped: Task[] = []
  const others: Task[] = []
  // Every letter goes through all of them, of which there may be tens of thousands: it ends as soon as there is enough.
  for (const task of newestFirst) {
    if (asTyped.length === most.tasks || (phrase === '' && others.length === most.tasks)) break
    if (task.hidden || isOver.has(task.phase)) continue
    const title = lowerTitle(task)
    if (phrase !== '' && title.includes(phrase)) asTyped.push(task)
    else if (others.length < most.tasks) {
      if (words.every((word) => title.includes(word) || fitsCapability(task.capability, word))) others.push(task)
    }
  }
  return [...asTyped, ...others].slice(0, most.tasks).map((task) => taskItem(task, titles.get(task.capability) ?? task.capability))
}

const lowerTitles = new WeakMap<Task, string>()

function lowerTitle(task: Task): string {
  const known = lowerTitles.get(task)
  if (known !== undefined) return known
  const title = task.title.toLowerCase()
  lowerTitles.set(task, title)
  return title
}

function taskItem(task: Task, capability: string): PaletteItem {
  const { words, icon } = phaseWords(task)
  const [result] = task.results
  const isDone = task.phase === 'done' && result !== undefined
  return {
    key: `task:${task.id}`,
    words: task.title,
    aside: isDone ? capability : phrases(capability, words.toLowerCase()),
    icon,
    pictureItemId: isDone && (result.medium === 'image' || result.medium === 'video') ? result.id : null,
    action: isDone ? { kind: 'open-result', itemId: result.id } : { kind: 'open-task', taskId: task.id }
  }
}

const isOver: ReadonlySet<Phase> = new Set(['cancelled', 'refused'])

/** Before anything is typed the favourites, then as the catalog has them. */
function capabilityItems({ capabilities, favourites, query }: PaletteQuestion): {
  readonly items: readonly PaletteItem[]
  readonly areOnlyAlike: boolean
} {
  const isPreferred = ({ id }: Capability) => favourites.includes(id)
  const { found, alike } =
    query.trim() === ''
      ? {
          found: [...capabilities.filter(isPreferred), ...capabilities.filter((one) => !isPreferred(one)).slice(0, most.capabilities)],
          alike: []
        }
      : searchCapabilities(searchIndexOf(capabilities), query, { isPreferred })
  const items = [...found, ...alike].slice(0, most.capabilities).map((capability): PaletteItem => ({
    key: `capability:${capability.id}`,
    words: capability.title,
    aside: priceWords(capability),
    icon: capabilityIcon(capability),
    pictureItemId: null,
    action: { kind: 'compose', capabilityId: capability.id }
  }))
  return { items, areOnlyAlike: found.length === 0 }
}

/** What was made, as far as it does not stand among the tasks already. */
function resultItems(
  { results, query }: PaletteQuestion,
  begun: readonly PaletteItem[],
  titles: ReadonlyMap<string, string>
): readonly PaletteItem[] {
  if (query.trim() === '') return []
  const shown = new Set(begun.map(({ pictureItemId, action }) => (action.kind === 'open-result' ? action.itemId : pictureItemId)))
  return results
    .filter(({ id }) => !shown.has(id))
    .slice(0, most.results)
    .map((result) => ({
      key: `result:${result.id}`,
      words: result.title,
      aside: titles.get(result.capability) ?? result.capability,
      icon: result.medium,
      pictureItemId: result.medium === 'audio' || result.medium === 'text' ? null : result.id,
      action: { kind: 'open-result', itemId: result.id }
    }))
}

/** All that is in the library with these words, as the library shows it. */
function libraryItems(query: string): readonly PaletteItem[] {
  if (query.length < 2) return []
  return [
    {
      key: 'library',
      words: say('Search the library for “{query}”', { query }),
      aside: '',
      icon: 'library',
      pictureItemId: null,
      action: { kind: 'search-library', query }
    }
  ]
}

function deeds(isPractice: boolean): readonly PaletteItem[] {
  const items: readonly { readonly words: string; readonly aside: string; readonly icon: PaletteIcon; readonly action: PaletteAction }[] = [
    { words: say('Go to the gallery'), aside: '', icon: 'gallery', action: { kind: 'go', view: 'gallery' } },
    { words: say('Go to the queue'), aside: say('tasks'), icon: 'queue', action: { kind: 'go', view: 'queue' } },
    {
      words: say('Go to the library'),
      aside: say('results, pictures, everything made'),
      icon: 'library',
      action: { kind: 'go', view: 'library' }
    },
    {
      words: say('Go to the account'),
      aside: say('credits, limit, ledger, lost results'),
      icon: 'ledger',
      action: { kind: 'go', view: 'account' }
    },
    { words: say('Settings'), aside: say('connection, library folder, look'), icon: 'settings', action: { kind: 'go', view: 'settings' } },
    { words: say('Show the library folder'), aside: say('files'), icon: 'folder', action: { kind: 'show-library-folder' } },
    isPractice
      ? { words: say('Connect your account'), aside: say('key'), icon: 'key', action: { kind: 'replace-key' } }
      : { words: say('Replace the key'), aside: say('account'), icon: 'key', action: { kind: 'replace-key' } },
    { words: say('Dark theme'), aside: say('look'), icon: 'moon', action: { kind: 'theme', theme: 'dark' } },
    { words: say('Light theme'), aside: say('look'), icon: 'sun', action: { kind: 'theme', theme: 'light' } },
    { words: say('Theme of the system'), aside: say('look'), icon: 'monitor', action: { kind: 'theme', theme: 'system' } },
    { words: say(shortcuts.app.guide.does), aside: say('help, manual, how to'), icon: 'guide', action: { kind: 'guide' } },
    { words: say(shortcuts.app.cheatSheet.does), aside: say('keys, help, cheat sheet'), icon: 'keyboard', action: { kind: 'cheat-sheet' } }
  ]
  return items.map((item) => ({ ...item, key: `do:${item.words}`, pictureItemId: null }))
}

/** The newest results, where there is something like them to hold them against. */
function comparisons(newestFirst: readonly Task[]): readonly PaletteItem[] {
  const newest = newestFirst.find(({ hidden, results }) => !hidden && results.length > 0)
  const [first] = newest?.results ?? []
  if (newest === undefined || first === undefined) return []
  const itemIds = comparedWith(newestFirst, newest, first.id, [])
  if (itemIds.length < 2) return []
  const words = say('Compare the newest results')
  return [
    { key: `do:${words}`, words, aside: say('side by side'), icon: 'compare', pictureItemId: null, action: { kind: 'compare', itemIds } }
  ]
}
