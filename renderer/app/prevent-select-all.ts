/**
 * Keeps "select all" from selecting every text of the window. Text fields still select their own text, and the library selects its items.
 * Chromium 150 can crash when the window is clicked while everything is selected.
 */
export function preventSelectAll(): void {
  document.addEventListener('selectstart', (event) => {
    if (event.target === document.body || event.target === document.documentElement || event.target === document) event.preventDefault()
  })
}
