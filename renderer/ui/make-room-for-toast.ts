import type { Toast } from './toasts.tsx'

const max = 3

/** Makes room for a new toast. Removes the oldest toast without an undo action, else the oldest toast. */
export function makeRoomForToast<Shown extends Pick<Toast, 'action'>>(shown: readonly Shown[]): readonly Shown[] {
  if (shown.length < max) return shown
  const leaving = shown.find(({ action }) => action?.undoes !== true) ?? shown[0]
  return shown.filter((toast) => toast !== leaving)
}
