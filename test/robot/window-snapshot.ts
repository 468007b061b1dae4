import { errors, type Page } from '@playwright/test'

/** A control that the user can click now, with its position in CSS pixels. */
export type Control = {
  readonly role: string
  readonly name: string
  readonly isText: boolean
  readonly isSelect: boolean
  readonly x: number
  readonly y: number
}

export type WindowSnapshot = {
  readonly view: string
  readonly controls: readonly Control[]
  readonly focus: string
  readonly isFocusOnBody: boolean
  readonly dialogs: number
  /** Texts of the toasts that offer an undo. */
  readonly undoToasts: readonly string[]
  /** Enabled submit buttons. `words`: label and price. `credits`: price, or null if unknown. `count`: number in the label, or null. */
  readonly armed: readonly { readonly words: string; readonly credits: number | null; readonly count: number | null }[]
  /** The buttons that were enabled at any click or key press since the last snapshot. */
  readonly pressedArmed: WindowSnapshot['armed']
  /** Menu items and command palette items that were pressed since the last snapshot. Includes only items that send immediately. */
  readonly pressedActions: WindowSnapshot['armed']
  /** Displayed counts. Null if a count isn't displayed. */
  readonly counts: {
    readonly running: number | null
    readonly library: number | null
    readonly needsYou: number | null
    readonly queue: number | null
  }
  /** Values of all fields in the main view, one per line. Empty if there are no fields. */
  readonly form: string
  readonly faults: readonly string[]
}

/**
 * Texts by which the snapshot finds parts of the window. `undo`: label of undo buttons. `broken`: text of a toast that reports a defect.
 * `unknownPrice`: text in place of an unknown price.
 */
export type WindowTexts = { readonly undo: string; readonly broken: string; readonly unknownPrice: string }

/** Takes a snapshot of the window. */
export function takeWindowSnapshot(page: Page, texts: WindowTexts): Promise<WindowSnapshot> {
  return page.evaluate(readWindow, texts)
}

/**
 * Presses Undo in the newest notification, after its animation has ended. Returns false if the button can't be clicked within 5 seconds.
 * For example, a dialog may cover the notification.
 */
export async function pressOfferedUndo(page: Page, undoText: string): Promise<boolean> {
  const undo = page.locator('li[data-swipe-direction]').getByRole('button', { name: undoText, exact: true }).last()
  try {
    await undo.click({ timeout: 5_000 })
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false
    throw error
  }
}

/** Takes the snapshot. Playwright runs this function in the page, so it can't use anything outside its body. */
function readWindow({ undo: undoText, broken: brokenText, unknownPrice }: WindowTexts): WindowSnapshot {
  const { innerWidth, innerHeight } = window
  const interactive =
    'button, a[href], input:not([type=hidden]), textarea, select, summary, [role=tab], [role=menuitem], [role=option], [role=radio], [role=switch], [role=slider], [role=gridcell], [contenteditable=true]'
  const isSeen = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const nameOf = (element: Element): string => {
    const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0]?.textContent : null
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  }
  const textOf = (element: Element | null | undefined): string => (element?.textContent ?? '').trim()
  const numberIn = (text: string): number | null => {
    const digits = /\d[\d,.\u00a0\u202f]*/.exec(text)?.[0].replaceAll(/\D/g, '')
    return digits === undefined || digits === '' ? null : Number(digits)
  }
  /** Returns the bounds of the nearest ancestor that scrolls or clips its content. Null if none exists. */
  const clipBoundsOf = (element: Element): DOMRect | null => {
    for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one)
      if (overflowX !== 'visible' || overflowY !== 'visible') return one.getBoundingClientRect()
    }
    return null
  }
  const scrolls = (element: Element): boolean => {
    for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one)
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) return true
    }
    return false
  }
  const layers = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')].filter(isSeen)
  const faults: string[] = []
  const controls: Control[] = []
  for (const element of document.querySelectorAll(interactive)) {
    if (!isSeen(element) || element.closest('[aria-hidden=true], [inert]') !== null || element.matches(':disabled')) continue
    const box = element.getBoundingClientRect()
    if (box.width < 3 || box.height < 3) continue
    const clip = clipBoundsOf(element)
    const place = `${element.tagName.toLowerCase()} “${nameOf(element)}”`
    const isInScroller = scrolls(element)
    if (!isInScroller && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
      faults.push(`${place} reaches beyond the window`)
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue
    if (clip !== null && (x < clip.left || x > clip.right || y < clip.top || y > clip.bottom)) continue
    const hit = document.elementFromPoint(x, y)
    if (hit === null) continue
    const isOwn = element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element) === true
    if (!isOwn) {
      const other = hit.closest(interactive)
      const floats =
        hit.closest('[role=toolbar], [data-swipe-direction], [data-radix-popper-content-wrapper], [role=dialog], select:open') !== null
      if (other !== null && !floats && !isInScroller && layers.length === 0) faults.push(`${place} is covered by “${nameOf(other)}”`)
      continue
    }
    controls.push({
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      name: nameOf(element),
      isText:
        (element instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file', 'color'].includes(element.type)) ||
        element instanceof HTMLTextAreaElement ||
        (element instanceof HTMLElement && element.isContentEditable),
      isSelect: element instanceof HTMLSelectElement,
      x,
      y
    })
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} pixels wide`)

  const toasts = [...document.querySelectorAll('li[data-swipe-direction]')]
  for (const toast of toasts) if (textOf(toast).includes(brokenText)) faults.push(`a toast says “${textOf(toast)}”`)
  const undoToasts = toasts.filter((toast) => [...toast.querySelectorAll('button')].some((button) => textOf(button) === undoText))

  const armedNow = (): WindowSnapshot['armed'] =>
    [...document.querySelectorAll('button[class*=_withPrice_]:not([aria-disabled=true])')]
      .filter((button) => isSeen(button) && button.closest('[aria-hidden=true]') === null)
      .map((button) => {
        const price = textOf(button.querySelector('[class*=_price_]'))
        const words = textOf(button).slice(0, textOf(button).length - price.length)
        return { words: `${words}, ${price}`, credits: numberIn(price), count: numberIn(words) }
      })
  const armed = armedNow()
  /**
   * Returns the pressed menu item or command palette item, with its price. Empty if the item doesn't send immediately. With Shift, an item
   * opens the form instead.
   */
  const actionOf = (event: Event): WindowSnapshot['armed'] => {
    const { target } = event
    if (!(target instanceof Element)) return []
    if ((event instanceof MouseEvent || event instanceof KeyboardEvent) && event.shiftKey) return []
    if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return []
    const active = event.type === 'keydown' ? document.getElementById(target.getAttribute('aria-activedescendant') ?? '') : null
    const item = active ?? target.closest('[role=option], [role=menuitem]')
    if (item === null) return []
    const parts = [...item.querySelectorAll('span')].map(textOf)
    // The label of an item that opens the form ends with an ellipsis. An ellipsis alone is a price that is being requested.
    if (parts.some((part) => part.length > 1 && part.endsWith('…'))) return []
    const isUnknown = parts.some((part) => ['…', unknownPrice].includes(part))
    const price = textOf(item.querySelector('[class*=_price_]'))
    return price === '' && !isUnknown ? [] : [{ words: textOf(item), credits: numberIn(price), count: null }]
  }
  // On a busy machine, a button may become enabled and be pressed between two snapshots. The listeners record such buttons.
  const robotWindow = window as Window & { pressedArmed?: WindowSnapshot['armed']; pressedActions?: WindowSnapshot['armed'] }
  const pressedArmed = robotWindow.pressedArmed ?? []
  const pressedActions = robotWindow.pressedActions ?? []
  if (robotWindow.pressedArmed === undefined)
    for (const kind of ['click', 'keydown'])
      window.addEventListener(
        kind,
        (event) => {
          robotWindow.pressedArmed = [...(robotWindow.pressedArmed ?? []), ...armedNow()]
          robotWindow.pressedActions = [...(robotWindow.pressedActions ?? []), ...actionOf(event)]
        },
        true
      )
  robotWindow.pressedArmed = []
  robotWindow.pressedActions = []
  const batch = [...document.querySelectorAll('[role=dialog]')].find(
    (dialog) => dialog.querySelector('button[class*=_withPrice_]') !== null
  )
  if (batch !== undefined && batch.querySelector('button[class*=_withPrice_]:not([aria-disabled=true])') !== null) {
    // The pane beside an enabled batch button must show the rows to send. The rows are under a heading.
    if (batch.querySelector('section h3') === null) faults.push('a batch’s button is enabled, but its rows aren’t shown')
  }

  const nav = [...document.querySelectorAll('nav')].find((one) => one.closest('main, aside') === null)
  const inSidebar = (selector: string): number | null =>
    nav === undefined ? null : (numberIn(textOf(document.querySelector(selector))) ?? 0)
  // Only a complete list can be counted. It isn't filtered or searched, and all its rows fit without scrolling.
  const heads = [...document.querySelectorAll('[data-row^="section "]')]
  const list = heads[0]?.closest('[role=group], [tabindex]') ?? null
  const tab = document.querySelector('main [role=tab][aria-selected=true]')
  const isSearched = [...document.querySelectorAll<HTMLInputElement>('main input')].some(({ value }) => value !== '')
  const isWhole = list !== null && list.scrollHeight <= list.clientHeight && tab?.previousElementSibling === null && !isSearched
  const focused = document.activeElement
  return {
    view: document.querySelector('main')?.getAttribute('aria-label') ?? '',
    controls,
    focus: focused === null ? 'nothing' : `${focused.tagName.toLowerCase()} “${nameOf(focused)}”`,
    isFocusOnBody: focused === null || focused === document.body,
    dialogs: layers.length,
    undoToasts: undoToasts.map((toast) => textOf(toast)),
    armed,
    pressedArmed,
    pressedActions,
    counts: {
      running: inSidebar('[class*=_firing_] [class*=_words_] div'),
      library: inSidebar('nav [class*=_total_]'),
      needsYou: inSidebar('nav [class*=_badge_]'),
      queue: isWhole ? heads.reduce((sum, head) => sum + (numberIn(textOf(head.querySelector('[class*=_badge_], .num'))) ?? 0), 0) : null
    },
    form: [
      ...document.querySelectorAll<HTMLInputElement>(
        'main input, main textarea, main [contenteditable=true], main [role=radio], main [role=switch]'
      )
    ]
      .map((field) => field.getAttribute('aria-checked') ?? (field.isContentEditable ? field.textContent : field.value))
      .join('\n'),
    faults
  }
}
