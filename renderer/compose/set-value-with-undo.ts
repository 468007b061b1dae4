import { say } from '../../shared/i18n/say.ts'
import type { Toast } from '../ui/toasts.tsx'
import type { ComposeForm } from './compose-form.ts'
import { currentForm, fillForm, shownDraft } from './forms-store.ts'

type UndoAction = NonNullable<Toast['action']>

/**
 * Replaces a value and returns an undo action that restores the previous value. If the value was edited meanwhile, the undo shows a toast
 * with `title`. That toast can restore the edits. A late undo therefore never loses newer edits.
 */
export function setValueWithUndo<T>(
  next: T,
  place: { readonly read: () => T; readonly write: (value: T) => void; readonly title: string; readonly toast: (toast: Toast) => void }
): UndoAction {
  const before = place.read()
  place.write(next)
  return {
    label: say('Undo'),
    undoes: true,
    onSelect: () => {
      const isEdited = JSON.stringify(place.read()) !== JSON.stringify(next)
      const action = setValueWithUndo(before, place)
      if (isEdited) place.toast({ title: place.title, icon: 'undo', action })
    }
  }
}

/**
 * Replaces a whole draft and returns an undo action that restores its previous content. The undo also works while another draft is shown.
 * `onFill` is called before each change.
 */
export function fillFormWithUndo(
  capabilityId: string,
  form: ComposeForm,
  toast: (toast: Toast) => void,
  draft = shownDraft(capabilityId),
  onFill: () => void = () => undefined
): UndoAction {
  return setValueWithUndo(form, {
    read: () => currentForm(capabilityId, draft),
    write: (filled) => {
      onFill()
      fillForm(capabilityId, filled, draft)
    },
    title: say('Previous form restored'),
    toast
  })
}
