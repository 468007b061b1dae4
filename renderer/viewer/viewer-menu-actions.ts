import { openUseAsInput } from '../navigation/app-dialogs-store.ts'
import { openFormFrom } from '../navigation/open-form.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigate, showInViewer } from '../navigation/route.ts'
import type { MenuActionHandlers } from '../shortcuts/menu-action-handlers.ts'
import { recipePrompts } from '../media/recipe.ts'
import type { ViewerState } from './use-viewer-state.ts'

/** Returns the viewer's actions for the app menu and the context menu. `copyText` is from `useCopyText`. */
export function viewerMenuActions(viewer: ViewerState, copyText: (text: string) => void): MenuActionHandlers {
  const { task, result, id, medium, capability, previous, next, origin, actions, details, trash } = viewer
  const { isInQueue, isMissing, others, showsSheet, slides } = viewer
  const { prompt } = recipePrompts(capability, task.values)
  return {
    previous: previous === null ? undefined : () => showInViewer(previous.id),
    next: next === null ? undefined : () => showInViewer(next.id),
    slideShow: slides.toggle,
    remix: capability === null ? undefined : () => openFormFrom(origin),
    useAsInput: isMissing ? undefined : () => openUseAsInput([result]),
    compare: others.length < 2 ? undefined : () => navigate({ view: 'compare', ids: others }),
    saveAs: isMissing ? undefined : actions.saveAs,
    copy: isMissing || medium !== 'image' ? undefined : actions.copy,
    copyPrompt: prompt === null ? undefined : () => copyText(prompt),
    showInFolder: isMissing ? undefined : actions.showInFolder,
    showTask: isInQueue ? () => openTask(task.id) : undefined,
    // Not available in the contact sheet, because another result may have the focus there.
    trash: isMissing || showsSheet || details === null ? undefined : () => trash.move(details.key, id, (next ?? previous)?.id ?? null),
    untrash: trash.untrash ?? undefined
  }
}
