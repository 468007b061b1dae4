/**
 * Returns a sentence for each layout fault of a right-to-left page. Finds elements outside the window, and text that is cut off without an
 * ellipsis. Also finds headings or a sidebar that aren't on the right. Runs in the page.
 */
export function rtlLayoutFaults(): readonly string[] {
  const faults: string[] = []
  const { innerWidth } = globalThis
  const name = (element: Element): string => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const isSeen = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  /** Returns the nearest element that clips horizontally: the element itself or an ancestor. Null if no element clips. */
  const cutterOf = (element: Element): Element | null => {
    for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== 'visible' || getComputedStyle(one).contain.includes('paint')) return one
    return null
  }
  /** True if overflow is intended. The element then scrolls horizontally, shows an ellipsis, or is for screen readers only. */
  const mayOverflow = (cutter: Element): boolean => {
    const style = getComputedStyle(cutter)
    return (
      style.overflowX === 'auto' ||
      style.overflowX === 'scroll' ||
      style.textOverflow === 'ellipsis' ||
      style.webkitLineClamp !== 'none' ||
      cutter.getBoundingClientRect().width <= 2
    )
  }

  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) faults.push(`The page is ${scrollWidth} pixels wide.`)

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement
    if (element === null || (text.textContent ?? '').trim() === '' || !isSeen(element)) continue
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    const cutter = cutterOf(element)
    if (cutter !== null && mayOverflow(cutter)) continue
    const edges = cutter?.getBoundingClientRect() ?? { left: 0, right: innerWidth }
    if (left < edges.left - 1 || right > edges.right + 1) faults.push(`${name(element)} is cut off.`)
  }

  for (const element of document.querySelectorAll(
    'button, input, select, textarea, a, h1, h2, h3, [role], [data-radix-popper-content-wrapper]'
  )) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width <= 2 || !isSeen(element)) continue
    const around = cutterOf(element.parentElement ?? element)
    if (around !== null && mayOverflow(around) && around.scrollWidth > around.clientWidth) continue
    if (left < -0.5 || right > innerWidth + 0.5) faults.push(`${name(element)} reaches beyond the window.`)
  }

  for (const area of document.querySelectorAll('*')) {
    const { overflowX, overflowY } = getComputedStyle(area)
    const scrolls = overflowX === 'hidden' && (overflowY === 'auto' || overflowY === 'scroll')
    // Allows 10 pixels, because a row's background may extend into the scroll bar gutter.
    if (scrolls && isSeen(area) && area.scrollWidth > area.clientWidth + 10) faults.push(`${name(area)} overflows sideways.`)
  }

  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    if (!isSeen(heading) || getComputedStyle(heading).textAlign === 'center') continue
    // Skips truncated titles, because a truncated Latin title starts on the left.
    if (getComputedStyle(heading).textOverflow === 'ellipsis' && heading.scrollWidth > heading.clientWidth) continue
    range.selectNodeContents(heading)
    const begins = range.getBoundingClientRect().right
    if (Math.abs(heading.getBoundingClientRect().right - begins) > 2)
      faults.push(`${name(heading)} doesn’t start at the right edge of its box.`)
  }

  const sidebar = [...document.querySelectorAll('nav')].find((nav) => nav.closest('main, aside') === null)?.getBoundingClientRect()
  if (sidebar !== undefined && sidebar.left < innerWidth / 2) faults.push('The sidebar isn’t on the right.')
  return faults
}
