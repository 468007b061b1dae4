/**
 * True if a control handles the key itself. Sliders, players and tabs handle arrow keys, and menus handle all keys. Text fields handle
 * letters, and buttons handle Space and Enter.
 */
export function isHandledByControl({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('[role=menu], [role=dialog], [role=alertdialog]')) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('input:not([type=range]), textarea, select')) return true
  if (target.matches('input[type=range]')) return /^(?:Arrow|Page|Home|End)/.test(key)
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') return target.matches('[role=radio], [role=slider], [role=tab]')
  return (key === ' ' || key === 'Enter') && target.matches('button, a, summary, [role=slider], [role=radio]')
}
