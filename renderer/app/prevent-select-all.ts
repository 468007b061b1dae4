/**
 * Prevents "select all" from selecting all text in the window. Chromium 150 can crash on a click while everything is selected. "Select all"
 * still works in text fields, and selects all items in the library.
 */
export function preventSelectAll(): void {
  document.addEventListener('selectstart', (event) => {
    if (event.target === document.body || event.target === document.documentElement || event.target === document) event.preventDefault()
  })
}
