/**
 * Keeps the keys of an input method from every handler of the page. Enter then confirms a pinyin candidate and doesn’t send a task, and Escape
 * discards the candidate and doesn’t close a dialog. The input method still receives the keys.
 */
export function ignoreCompositionKeys(): void {
  window.addEventListener('keydown', (event) => event.isComposing && event.stopPropagation(), true)
}
