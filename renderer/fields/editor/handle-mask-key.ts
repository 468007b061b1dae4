import { say } from '../../../shared/i18n/say.ts'
import type { ShortcutActions, ShortcutKeyEvent } from '../../shortcuts/handle-shortcut.ts'
import { handleShortcut } from '../../shortcuts/handle-shortcut.ts'
import type { MaskEditor } from './use-mask-editor.ts'

type StageActions = Pick<ShortcutActions<'mask'>, 'move' | 'moveLittle' | 'dab' | 'put'>

/** Stage actions while the toolbar has the focus. They are undefined, because the toolbar's controls handle these keys. */
const toolbarActions: StageActions = { move: undefined, moveLittle: undefined, dab: undefined, put: undefined }

/**
 * Handles a key of the mask painter and returns true if it has an action. `stage` holds the actions that depend on the brush position. Omit
 * it for keys on the toolbar.
 */
export function handleMaskKey(event: ShortcutKeyEvent, editor: MaskEditor, stage = toolbarActions): boolean {
  return handleShortcut('mask', event, {
    ...stage,
    brush: () => editor.setTool('brush'),
    box: () => editor.setTool('box'),
    lasso: () => editor.setTool('lasso'),
    erase: () => editor.setErasing(!editor.isErasing),
    smaller: () => editor.resizeBrush(-1),
    larger: () => editor.resizeBrush(1),
    invert: () => editor.add({ kind: 'invert' }, say('Inverted.')),
    undo: editor.undo,
    redo: editor.redo
  })
}
