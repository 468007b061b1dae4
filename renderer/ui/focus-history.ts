const maxKept = 8
let trail: readonly HTMLElement[] = []

/** Delay before a lost focus is moved to the view. During the delay, dialogs, lists and views can return the focus themselves. */
const rescueDelayInMs = 150

/**
 * Tracks the focused element. The focus is lost if this element leaves the document. The view then gets the focus, unless another element
 * takes it. Keys have no effect while the body has the focus. Returns a function that stops the tracking.
 */
export function trackFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function remember({ target }: FocusEvent): void {
    if (target instanceof HTMLElement) trail = addToFocusHistory(trail, target)
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

/**
 * Returns the recently focused elements, newest first. Overlays return the focus to the newest of these elements that is still in the
 * document.
 */
export function focusHistory(): readonly HTMLElement[] {
  return trail
}

export function addToFocusHistory<Element extends { readonly isConnected: boolean }>(
  before: readonly Element[],
  newest: Element
): readonly Element[] {
  return [newest, ...before.filter((element) => element !== newest && element.isConnected)].slice(0, maxKept)
}

/** Focuses the first element of `to` that can take the focus, else the view. Does nothing if another element already has the focus. */
export function returnFocus(to: readonly HTMLElement[]): void {
  const isTaken = (): boolean => document.activeElement !== null && document.activeElement !== document.body
  const main = document.querySelector<HTMLElement>('main')
  for (const element of [...to, ...(main === null ? [] : [main])]) {
    if (isTaken()) return
    if (element.isConnected) element.focus({ preventScroll: true })
  }
}
