/** True while a dialog is open. Keys, the menu and links then change nothing beneath it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
