import type { Page } from '@playwright/test'

/** Size of the minimum window at twice the text size, in CSS pixels. At the normal text size, it is 900 by 600. */
export const minWindowAtDoubleTextSize = { width: 450, height: 300 }

/** Returns the controls that can't be reached. Each entry names the control and the reason: outside, cut off, or the covering element. */
export function unreachableControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body
    const controls = root.querySelectorAll<HTMLElement>(
      'button, select, input, textarea, [role=textbox], [role=slider], [role=switch], [role=menuitem]'
    )
    const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden=true], [inert]')) return []
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      if (hit === null) return [`${nameOf(control)}: outside`]
      const isReached = control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control) === true
      // A table keeps its layout and scrolls horizontally.
      const scrollsAcross = control.closest('[role=tabpanel]')?.querySelector('[role=list]')?.contains(control) === true
      const isWhole = scrollsAcross || (left >= -1 && left + width <= innerWidth + 1)
      return isReached && isWhole ? [] : [`${nameOf(control)}: ${isWhole ? `under ${nameOf(hit)}` : 'cut off'}`]
    })
  })
}
