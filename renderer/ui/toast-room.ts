import type { Toast } from './toasts.tsx'

const most = 3

/** What stays when one more comes: the oldest makes room, and before it whatever only tells something. */
export function withRoom<Shown extends Pick<Toast, 'action'>>(shown: readonly Shown[]): readonly Shown[] {
  if (shown.length < most) return shown
  const leaving = shown.find(({ action }) => action?.undoes !== true) ?? shown[0]
  return shown.filter((toast) => toast !== leaving)
}
