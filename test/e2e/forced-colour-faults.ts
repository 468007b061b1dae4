/**
 * Returns a sentence for each control whose focus or selection can’t be seen with forced colours. Forced colours remove shadows and most
 * fills, so another property must change. Runs in the page. The last input must have been a key, because otherwise controls don’t show
 * their focus.
 */
export function forcedColourFaults(): readonly string[] {
  const root = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const name = (element: Element): string =>
    `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const fills = new Map<string, string>()
  /** Returns an element's fill as displayed with forced colours. Fills that differ from the background only in opacity look the same. */
  const fillOf = ({ backgroundColor, forcedColorAdjust }: CSSStyleDeclaration): string => {
    if (canvas === null || forcedColorAdjust === 'none') return backgroundColor
    const known = fills.get(backgroundColor)
    if (known !== undefined) return known
    for (const color of ['Canvas', backgroundColor]) {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
    }
    const fill = canvas.getImageData(0, 0, 1, 1).data.join(' ')
    fills.set(backgroundColor, fill)
    return fill
  }
  const looksOf = (element: Element): string =>
    [undefined, '::before', '::after']
      .map((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        if (pseudo !== undefined && style.content === 'none') return ''
        const { outline, borderTop, borderBottom, borderInlineStart, textDecorationLine, opacity, visibility } = style
        return [outline, borderTop, borderBottom, borderInlineStart, fillOf(style), textDecorationLine, opacity, visibility].join(' ')
      })
      .join('\n')
  /** Returns the appearance of a control’s parts and of every element that may frame the control: its siblings, parent and grandparent. */
  const looksAround = (control: Element): string =>
    [
      ...[...control.querySelectorAll('*')].slice(0, 50),
      ...(control.parentElement?.children ?? []),
      control.parentElement ?? control,
      control.parentElement?.parentElement ?? control
    ]
      .map(looksOf)
      .join('\n')

  const focused = document.activeElement
  /** Removes the focus from the element that has it. A group may have passed the focus on to a child. */
  const blur = (): void => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  blur()
  const faults: string[] = []
  for (const attribute of ['aria-selected', 'aria-checked', 'aria-pressed', 'aria-current']) {
    for (const element of root.querySelectorAll(`[${attribute}]:not([${attribute}=false])`)) {
      const group = element.closest('[role=listbox], [role=grid], [role=tablist], [role=radiogroup], ul, nav, [role=group]') ?? root
      const other = [...group.querySelectorAll(`[${attribute}=false]`)].find((one) => one.tagName === element.tagName)
      if (other === undefined || !isSeen(element) || !isSeen(other)) continue
      const [own, others] = [element, other].map((one) => `${looksOf(one)} ${one.parentElement === null ? '' : looksOf(one.parentElement)}`)
      if (own === others) faults.push(`The selection of ${name(element)} can’t be seen.`)
    }
  }

  for (const control of root.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, [tabindex="0"]')) {
    if (!isSeen(control)) continue
    const before = looksAround(control)
    control.focus({ preventScroll: true })
    const isUnseen = document.activeElement === control && looksAround(control) === before
    blur()
    if (isUnseen) faults.push(`The focus of ${name(control)} can’t be seen.`)
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return faults
}
