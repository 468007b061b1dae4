/**
 * True if a control handles the key itself: arrows for sliders, players and lists, Escape for menus, letters for text, Space and Enter for
 * buttons.
 */
export function isHandledByControl({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('[role=menu], [role=dialog], [role=alertdialog]')) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('input:not([type=range]), textarea, select')) return true
  if (target.matches('input[type=range]')) return /^(?:Arrow|Page|Home|End)/.test(key)
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') return target.matches('[role=radio], [role=slider], [role=tab]')
  return (key === ' ' || key === 'Enter') && target.matches('button, a, summary, [role=slider], [role=radio]')
}
