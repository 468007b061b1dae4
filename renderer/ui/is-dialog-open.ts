/** True while a dialog is open. Shortcuts, menu actions and deep links must not change anything beneath an open dialog. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
