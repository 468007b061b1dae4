import type { Capability } from '../../shared/form/capability.ts'
import type { LibraryTile } from '../../shared/library/library.ts'
import { priceText } from '../../shared/phrases/price-phrases.ts'
import type { ShortcutName } from '../../shared/app/shortcuts.ts'
import type { MenuActionName } from '../../shared/app/menu.ts'
import type { NamedAction } from '../actions/use-result-actions.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import type { PhaseAppearance } from '../tasks/phase-appearance.ts'
import { phaseAppearance } from '../tasks/phase-appearance.ts'
import { searchIndexOf } from '../gallery/search/capability-search.ts'
import { searchCapabilities } from '../gallery/search/search-capabilities.ts'
import type { BulkPanel } from '../library/bulk-panel-store.ts'
import { matchText } from '../search/match-text.ts'
import { queryTerms } from '../search/search-terms.ts'
import { defaultComparisonIds } from '../viewer/default-comparison-ids.ts'
import type { PaletteCommand } from './palette-actions.ts'
import { commandKey, paletteCommands } from './palette-actions.ts'
import type { Route } from '../navigation/route.ts'

export type PaletteAction =
  | { readonly kind: 'act'; readonly named: NamedAction; readonly itemIds: readonly string[] }
  | { readonly kind: 'menu'; readonly name: MenuActionName }
  | { readonly kind: 'bulk-panel'; readonly panel: BulkPanel }
  | { readonly kind: 'compose'; readonly capabilityId: string }
  | { readonly kind: 'open-result'; readonly itemId: string }
  | { readonly kind: 'compare'; readonly itemIds: readonly string[] }
  | { readonly kind: 'open-task'; readonly taskId: string }
  | { readonly kind: 'go'; readonly route: Route }
  | { readonly kind: 'search-library'; readonly query: string }
  | { readonly kind: 'theme'; readonly theme: 'system' | 'dark' | 'light' }
  | { readonly kind: 'replace-key' }
  | { readonly kind: 'cheat-sheet' }
  | { readonly kind: 'show-library-folder' }
  | { readonly kind: 'open-files' }
  | { readonly kind: 'save-ledger' }
  | { readonly kind: 'quit' }

/** Icons that palette items use. Each is also an `IconName` in `renderer/ui/icon.tsx`. */
type PaletteIcon =
  | PhaseAppearance['icon']
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
  | 'credits'
  | 'table'
  | 'batch'
  | 'file'
  | 'offline'
  | 'info'
  | 'stop'
  | 'remix'
  | 'star'
  | 'tag'
  | 'arrow-right'
  | 'download'
  | 'copy'
  | 'trash'

export type PaletteItem = {
  readonly key: string
  readonly label: string
  /** Secondary text after the label. */
  readonly aside: string
  readonly icon: PaletteIcon
  /** Library item whose thumbnail replaces the icon. Null to show the icon. */
  readonly pictureItemId: string | null
  /** Library item to show beside the list. By default, `pictureItemId`. */
  readonly previewItemId?: string | null
  /** Equivalent keyboard shortcut, in display format. */
  readonly shortcut?: string
  /** Equivalent shortcut of the scope `app`, which works in every view. */
  readonly appShortcut?: ShortcutName<'app'>
  readonly action: PaletteAction
}
export type PaletteGroup = { readonly title: string; readonly items: readonly PaletteItem[] }

export type PaletteSources = {
  readonly query: string
  readonly newestFirst: readonly Task[]
  readonly capabilities: readonly Capability[]
  /** Library results for the query, newest first. */
  readonly results: readonly LibraryTile[]
  readonly favourites: readonly string[]
  readonly isPractice: boolean
  /** Keys of the commands that the user ran last, newest first. */
  readonly recent?: readonly string[]
  /** Actions on the selection. They come first, unless the user may not have chosen the selection. */
  readonly selection?: PaletteGroup
  /** True if the user didn't choose the selection. It is then the result at the stage's cursor, by default the newest. */
  readonly isSelectionImplied?: boolean
}

export const maxPaletteResults = 8
const max = { tasks: 4, capabilities: 6, commands: 5, results: maxPaletteResults } as const

/** A group of items and the score of its best item. `isFuzzy` is true if only similar spellings match the query. */
type RankedGroup = { readonly group: PaletteGroup; readonly score: number; readonly isFuzzy: boolean }

/**
 * Returns the groups to show. Without a query, they contain likely next actions. With a query, items that contain every word come first,
 * followed by similar spellings.
 */
export function paletteGroups(question: PaletteSources): readonly PaletteGroup[] {
  const words = question.query.toLowerCase().split(/\s+/).filter(Boolean)
  const titles = new Map(question.capabilities.map(({ id, title }) => [id, title]))
  const { begun, isAsTyped } = taskItems(question, words, titles)
  const recent = { title: say('Recent commands'), items: recentItems(question) }
  const ranked = [capabilityItems(question, recent.items), commandItems(question, recent.items)].toSorted(
    (one, other) => other.score - one.score
  )
  const fitting = ranked.filter(({ isFuzzy }) => !isFuzzy).map(({ group }) => group)
  const tasks = { title: say('Recent tasks'), items: begun }
  const selection = question.selection === undefined ? [] : [question.selection]
  // Enter must not pay for something that the user didn't choose or name.
  const isLater = isFormNamed(question) || (question.isSelectionImplied === true && words.length === 0)
  return [
    ...(isLater ? [] : selection),
    recent,
    // If no task title contains the query, capabilities come first. Typing a capability's name then selects its form.
    ...(isAsTyped ? [tasks, ...fitting] : [...fitting, tasks]),
    ...(isLater ? selection : []),
    { title: say('Results'), items: resultItems(question, begun, titles) },
    ...ranked.filter(({ isFuzzy }) => isFuzzy).map(({ group }) => group),
    { title: say('Library'), items: libraryItems(question.query.trim()) }
  ].filter(({ items }) => items.length > 0)
}

/** Minimum length of a query that can name a form. */
const minNameLength = 3

/** True if the query begins a capability's title. Its form then comes before paid actions on the selection, so that Enter doesn't pay. */
function isFormNamed({ query, capabilities }: PaletteSources): boolean {
  const typed = query.trim().toLowerCase()
  return typed.length >= minNameLength && capabilities.some(({ title }) => title.toLowerCase().startsWith(typed))
}

/** Returns the commands and forms that the user ran last, newest first. Empty while a query is typed. */
function recentItems({ query, newestFirst, capabilities, isPractice, recent = [] }: PaletteSources): readonly PaletteItem[] {
  if (query.trim() !== '' || recent.length === 0) return []
  const commands = allCommands(isPractice, newestFirst)
  return recent.flatMap((key) => {
    const capability = capabilities.find(({ id }) => capabilityKey(id) === key)
    return capability === undefined ? (commands.find(({ item }) => item.key === key)?.item ?? []) : capabilityItem(capability)
  })
}

function allCommands(isPractice: boolean, newestFirst: readonly Task[]): readonly PaletteCommand[] {
  return [...paletteCommands(isPractice), ...comparisons(newestFirst)]
}

/** Returns the commands to show. Omits commands in `shown`, because another group shows them. */
function commandItems({ query, newestFirst, isPractice }: PaletteSources, shown: readonly PaletteItem[]): RankedGroup {
  const shownKeys = new Set(shown.map(({ key }) => key))
  const commands = allCommands(isPractice, newestFirst).filter(({ item }) => !shownKeys.has(item.key))
  const title = say('Actions')
  const typed = queryTerms(query)
  if (query.trim() === '') return { group: { title, items: commands.slice(0, 3).map(({ item }) => item) }, score: 0, isFuzzy: false }
  if (typed.length === 0) return { group: { title, items: [] }, score: 0, isFuzzy: true }
  const fits = commands.flatMap(({ item, terms }) => {
    const fit = matchText(typed, { name: item.label, purpose: item.aside, term: terms })
    return fit === null ? [] : [{ item, ...fit }]
  })
  const exact = fits.filter(({ isAlike }) => !isAlike)
  const best = (exact.length > 0 ? exact : fits).toSorted((one, other) => other.wholeWords - one.wholeWords || other.worth - one.worth)
  const items = best.slice(0, max.commands).map(({ item }) => item)
  return { group: { title, items }, score: Math.max(0, ...best.map(({ worth }) => worth)), isFuzzy: exact.length === 0 }
}

function taskItems(
  { newestFirst, query }: PaletteSources,
  words: readonly string[],
  titles: ReadonlyMap<string, string>
): { readonly begun: readonly PaletteItem[]; readonly isAsTyped: boolean } {
  const phrase = query.trim().toLowerCase()
  const lowerCapabilities = new Map<string, string>()
  function fitsCapability(id: string, word: string): boolean {
    const lower = lowerCapabilities.get(id) ?? (titles.get(id) ?? id).toLowerCase()
    lowerCapabilities.set(id, lower)
    return lower.includes(word)
  }
  const asTyped: Task[] = []
  const others: Task[] = []
  // This loop runs on every keystroke, over up to tens of thousands of tasks. It stops once enough tasks are found.
  for (const task of newestFirst) {
    if (asTyped.length === max.tasks || (phrase === '' && others.length === max.tasks)) break
    if (task.hidden || isOver.has(task.phase)) continue
    const title = lowerTitle(task)
    if (phrase !== '' && title.includes(phrase)) asTyped.push(task)
    else if (others.length < max.tasks) {
      if (words.every((word) => title.includes(word) || fitsCapability(task.capability, word))) others.push(task)
    }
  }
  const begun = [...asTyped, ...others].slice(0, max.tasks).map((task) => taskItem(task, titles.get(task.capability) ?? task.capability))
  return { begun, isAsTyped: phrase === '' || asTyped.length > 0 }
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
  const { label, icon } = phaseAppearance(task)
  const [result] = task.results
  const isDone = task.phase === 'done' && result !== undefined
  return {
    key: `task:${task.id}`,
    label: task.title,
    aside: isDone ? capability : joinPhrases(capability, label.toLowerCase()),
    icon,
    pictureItemId: isDone && (result.medium === 'image' || result.medium === 'video') ? result.id : null,
    action: isDone ? { kind: 'open-result', itemId: result.id } : { kind: 'open-task', taskId: task.id }
  }
}

const isOver: ReadonlySet<Phase> = new Set(['cancelled', 'refused'])

/** Returns matching capabilities. Without a query, favourites come first, then the others in catalogue order, without those in `shown`. */
function capabilityItems({ capabilities: all, favourites, query }: PaletteSources, shown: readonly PaletteItem[]): RankedGroup {
  const shownKeys = new Set(shown.map(({ key }) => key))
  const capabilities = shown.length === 0 ? all : all.filter(({ id }) => !shownKeys.has(capabilityKey(id)))
  const isPreferred = ({ id }: Capability) => favourites.includes(id)
  const { found, fuzzy, score } =
    query.trim() === ''
      ? {
          found: [...capabilities.filter(isPreferred), ...capabilities.filter((one) => !isPreferred(one)).slice(0, max.capabilities)],
          fuzzy: [],
          score: 1
        }
      : searchCapabilities(searchIndexOf(capabilities), query, { isPreferred })
  const items = [...found, ...fuzzy].slice(0, max.capabilities).map(capabilityItem)
  return { group: { title: say('Capabilities'), items }, score, isFuzzy: found.length === 0 }
}

const capabilityKey = (id: string): string => `capability:${id}`

function capabilityItem(capability: Capability): PaletteItem {
  return {
    key: capabilityKey(capability.id),
    label: capability.title,
    aside: priceText(capability),
    icon: capabilityIcon(capability),
    pictureItemId: null,
    action: { kind: 'compose', capabilityId: capability.id }
  }
}

/** Returns the results that aren't already listed among the tasks. Empty without a query. */
function resultItems(
  { results, query }: PaletteSources,
  begun: readonly PaletteItem[],
  titles: ReadonlyMap<string, string>
): readonly PaletteItem[] {
  if (query.trim() === '') return []
  const shown = new Set(begun.map(({ pictureItemId, action }) => (action.kind === 'open-result' ? action.itemId : pictureItemId)))
  return results
    .filter(({ id }) => !shown.has(id))
    .slice(0, max.results)
    .map((result) => ({
      key: `result:${result.id}`,
      label: result.title,
      aside: titles.get(result.capability) ?? result.capability,
      icon: result.medium,
      pictureItemId: result.medium === 'audio' || result.medium === 'text' ? null : result.id,
      action: { kind: 'open-result', itemId: result.id }
    }))
}

/** Returns an item that searches the library for the query. Empty if the query has fewer than two characters. */
function libraryItems(query: string): readonly PaletteItem[] {
  if (query.length < 2) return []
  return [
    {
      key: 'library',
      label: say('Search the library for “{query}”', { query }),
      aside: '',
      icon: 'library',
      pictureItemId: null,
      action: { kind: 'search-library', query }
    }
  ]
}

/** Returns the command that compares the newest results. Empty if fewer than two results are comparable. */
function comparisons(newestFirst: readonly Task[]): readonly PaletteCommand[] {
  const newest = newestFirst.find(({ hidden, results }) => !hidden && results.length > 0)
  const [first] = newest?.results ?? []
  if (newest === undefined || first === undefined) return []
  const itemIds = defaultComparisonIds(newestFirst, newest, first.id, [])
  if (itemIds.length < 2) return []
  const action = { kind: 'compare', itemIds } as const
  const item: PaletteItem = {
    key: commandKey(action),
    label: say('Compare the newest results'),
    aside: say('side by side'),
    icon: 'compare',
    pictureItemId: null,
    action
  }
  return [{ item, terms: 'difference before after 对比 比较' }]
}
