/**
 * True if the focused control handles the key itself. Sliders, radio buttons and tabs handle arrow keys. Buttons and links handle Space and
 * Enter. Text fields handle all keys. An open menu or dialog also handles all keys.
 */
export function isHandledByControl({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('[role=menu], [role=dialog], [role=alertdialog]')) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('input:not([type=range]), textarea, select')) return true
  if (target.matches('input[type=range]')) return /^(?:Arrow|Page|Home|End)/.test(key)
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') return target.matches('[role=radio], [role=slider], [role=tab]')
  return (key === ' ' || key === 'Enter') && target.matches('button, a, summary, [role=slider], [role=radio]')
}
