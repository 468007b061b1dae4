import { say } from '../../shared/i18n/say.ts'
import type { Toast } from '../ui/toasts.tsx'
import type { ComposeForm } from './compose-form.ts'

/**
 * Access to a preset that the main process stores. `read` resolves to null if the request fails. `save` reports a failure itself, and then
 * resolves to false.
 */
export type PresetAccess = {
  readonly read: () => Promise<{ readonly name: string; readonly form: ComposeForm } | null>
  readonly save: (name: string, form: ComposeForm) => Promise<boolean>
}

/**
 * Replaces the values of a preset. Shows a toast with an undo action if the previous values could be read. The undo is also a replacement,
 * so it can be undone too. Resolves to false if saving failed.
 */
export async function replacePreset(
  preset: PresetAccess,
  next: { readonly name: string; readonly form: ComposeForm },
  title: string,
  toast: (toast: Toast) => void
): Promise<boolean> {
  const before = await preset.read()
  const isKept = await preset.save(next.name, next.form)
  if (!isKept || before === null) return isKept
  const undo = (): void => void replacePreset(preset, before, say('Previous values of “{name}” restored', { name: before.name }), toast)
  toast({ title, icon: 'bookmark', action: { label: say('Undo'), onSelect: undo, undoes: true } })
  return true
}
