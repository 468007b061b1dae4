const maxKept = 8
let trail: readonly HTMLElement[] = []

/** Delay before the focus is moved. Dialogs, lists and views that return the focus themselves have done so by then. */
const rescueDelayInMs = 150

/**
 * Tracks the focused element. The element may leave the document, such as a button that disappears when pressed. If nothing takes the
 * focus, focuses the view, because keys do nothing on the body. Returns a function that stops both.
 */
export function trackFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function remember({ target }: FocusEvent): void {
    if (target instanceof HTMLElement) trail = withNewest(trail, target)
  }
  function isLost(): boolean {
    return document.activeElement === document.body && trail[0]?.isConnected === false
  }
  const observer = new MutationObserver(() => {
    if (timer !== undefined || !isLost()) return
    timer = setTimeout(() => {
      timer = undefined
      if (isLost()) returnFocus([])
    }, rescueDelayInMs)
  })
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

/** Recently focused elements, newest first. Overlays return the focus to the first that still exists. */
export function focusHistory(): readonly HTMLElement[] {
  return trail
}

export function withNewest<Element extends { readonly isConnected: boolean }>(
  before: readonly Element[],
  newest: Element
): readonly Element[] {
  return [newest, ...before.filter((element) => element !== newest && element.isConnected)].slice(0, maxKept)
}

/** Does nothing if something else has taken the focus already. */
export function returnFocus(to: readonly HTMLElement[]): void {
  const isTaken = (): boolean => document.activeElement !== null && document.activeElement !== document.body
  const main = document.querySelector<HTMLElement>('main')
  for (const element of [...to, ...(main === null ? [] : [main])]) {
    if (isTaken()) return
    if (element.isConnected) element.focus({ preventScroll: true })
  }
}
