import type { Toast } from './toasts.tsx'

const max = 3

/**
 * Returns the toasts that remain when a new toast is added. If there are too many, removes the oldest toast without an undo action. If all
 * toasts have an undo action, removes the oldest toast.
 */
export function remainingToasts<Shown extends Pick<Toast, 'action'>>(shown: readonly Shown[]): readonly Shown[] {
  if (shown.length < max) return shown
  const leaving = shown.find(({ action }) => action?.undoes !== true) ?? shown[0]
  return shown.filter((toast) => toast !== leaving)
}
