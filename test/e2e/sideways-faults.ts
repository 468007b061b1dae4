/**
 * What is wrong across the page that reads from right to left, in words: what lies beside the window, text that is cut without a sign of it, a heading
 * that does not begin at the right of its place, a sidebar that does not lie there. Runs in the page.
 */
export function sidewaysFaults(): readonly string[] {
  const faults: string[] = []
  const { innerWidth } = globalThis
  const name = (element: Element): string => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const isSeen = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  /** The nearest element around it that cuts off what goes beyond its sides; null: none does. */
  const cutterOf = (element: Element): Element | null => {
    for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== 'visible' || getComputedStyle(one).contain.includes('paint')) return one
    return null
  }
  /** It may be wider than its place: it scrolls across, says by dots that there is more, or is there for screen readers alone. */
  const mayGoOn = (cutter: Element): boolean => {
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
  if (scrollWidth > innerWidth) faults.push(`The page is ${scrollWidth} wide.`)

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement
    if (element === null || (text.textContent ?? '').trim() === '' || !isSeen(element)) continue
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    const cutter = cutterOf(element)
    if (cutter !== null && mayGoOn(cutter)) continue
    const edges = cutter?.getBoundingClientRect() ?? { left: 0, right: innerWidth }
    if (left < edges.left - 1 || right > edges.right + 1) faults.push(`${name(element)} is cut.`)
  }

  for (const element of document.querySelectorAll(
    'button, input, select, textarea, a, h1, h2, h3, [role], [data-radix-popper-content-wrapper]'
  )) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width <= 2 || !isSeen(element)) continue
    const around = cutterOf(element.parentElement ?? element)
    if (around !== null && mayGoOn(around) && around.scrollWidth > around.clientWidth) continue
    if (left < -0.5 || right > innerWidth + 0.5) faults.push(`${name(element)} reaches beyond the window.`)
  }

  for (const area of document.querySelectorAll('*')) {
    const { overflowX, overflowY } = getComputedStyle(area)
    const scrolls = overflowX === 'hidden' && (overflowY === 'auto' || overflowY === 'scroll')
    // The ground of a row reaches into the gutter of the scroll bar.
    if (scrolls && isSeen(area) && area.scrollWidth > area.clientWidth + 10) faults.push(`${name(area)} overflows sideways.`)
  }

  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    if (!isSeen(heading) || getComputedStyle(heading).textAlign === 'center') continue
    range.selectNodeContents(heading)
    const begins = range.getBoundingClientRect().right
    if (Math.abs(heading.getBoundingClientRect().right - begins) > 2)
      faults.push(`${name(heading)} does not begin at the right of its place.`)
  }

  const sidebar = [...document.querySelectorAll('nav')].find((nav) => nav.closest('main, aside') === null)?.getBoundingClientRect()
  if (sidebar !== undefined && sidebar.left < innerWidth / 2) faults.push('The sidebar does not lie at the right.')
  return faults
}
