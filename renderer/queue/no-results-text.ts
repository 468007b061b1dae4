import { say } from '../../shared/i18n/say.ts'

/**
 * Returns the text for a task list that has no matches. `search` is the typed search, or empty. `tab` is the label of the chosen tab, or
 * null if that tab shows all tasks.
 */
export function noResultsText(search: string, tab: string | null): { readonly title: string; readonly words: string } {
  const typed = search.trim()
  if (typed === '') return { title: say('No tasks under “{tab}” yet', { tab: tab ?? '' }), words: say('Other tasks are under “All”.') }
  return {
    title: say('No results'),
    words:
      tab === null
        ? say('No task contains “{search}”.', { search: typed })
        : say('No task under “{tab}” contains “{search}”.', { tab, search: typed })
  }
}
