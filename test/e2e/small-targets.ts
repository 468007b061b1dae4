/**
 * Returns the visible controls whose clickable area is smaller than 24 by 24 CSS pixels. Follows WCAG 2.2, 2.5.8, without its exception for
 * spacing. Runs in the page. A label and a pseudo-element can enlarge the area. Controls in a sentence are exempt, because the text
 * determines their height.
 */
export function smallTargets(): readonly string[] {
  const leastSize = 24
  const root = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body
  const controls = root.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, summary, [role=textbox], [role=option], [role=menuitem], [role=slider]'
  )
  function isHitAt(control: HTMLElement, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (control.contains(hit) || hit.closest('label')?.contains(control) === true)
  }
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    const box = control.getBoundingClientRect()
    const isLarge = box.width >= leastSize - 0.5 && box.height >= leastSize - 0.5
    // A visually hidden input has a label that is pressed instead.
    if (isLarge || Math.min(box.width, box.height) <= 1 || getComputedStyle(control).display === 'inline') return []
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const reach = leastSize / 2 - 1
    const corners = [-reach, reach].flatMap((dx) => [-reach, reach].map((dy) => [x + dx, y + dy] as const))
    if (corners.every(([cornerX, cornerY]) => isHitAt(control, cornerX, cornerY))) return []
    const name = [control.getAttribute('aria-label'), control.title, control.textContent?.trim().slice(0, 40)].find((text) => text)
    return [`${control.tagName.toLowerCase()} “${name ?? control.id}”: ${Math.round(width)} × ${Math.round(height)}`]
  })
}
