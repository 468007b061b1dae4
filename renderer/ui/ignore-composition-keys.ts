/**
 * Hides the keys of an input method from all handlers of the page. Enter then only confirms a pinyin candidate, and doesn’t send a task.
 * Escape only discards the candidate, and doesn’t close a dialog. The input method still receives the keys.
 */
export function ignoreCompositionKeys(): void {
  window.addEventListener('keydown', (event) => event.isComposing && event.stopPropagation(), true)
}
