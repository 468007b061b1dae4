import { say } from '../../shared/i18n/say.ts'
import type { Toast } from '../ui/toasts.tsx'
import type { ComposeForm } from './compose-form.ts'

/**
 * A preset stored by main. If a request fails, `read` returns null and `save` returns false. The failure has then been reported already.
 */
export type StoredPreset = {
  readonly read: () => Promise<{ readonly name: string; readonly form: ComposeForm } | null>
  readonly save: (name: string, form: ComposeForm) => Promise<boolean>
}

/** Replaces the values of a preset and offers to undo that. The undo is itself a replacement, so it can be undone as well. */
export async function replacePreset(
  preset: StoredPreset,
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
