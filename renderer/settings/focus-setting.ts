import type { SettingsSection } from '../navigation/route.ts'

/** A section, or one of its settings by the label of its control. */
export type SettingLocation = { readonly section: SettingsSection; readonly label: string | null }

/**
 * Scrolls to a setting and focuses its control. Focuses the section instead if the control isn't shown, for example because its value is
 * loading.
 */
export function focusSetting(page: HTMLElement, { section, label }: SettingLocation): void {
  const region = page.querySelector<HTMLElement>(`[data-section="${section}"]`)
  if (region === null) return
  const control = label === null ? null : controlWithLabel(region, label)
  region.scrollIntoView({ block: 'start' })
  control?.scrollIntoView({ block: 'nearest' })
  const target = control ?? region
  target.focus({ preventScroll: true })
}

function controlWithLabel(region: HTMLElement, label: string): HTMLElement | null {
  const isNamed = (element: Element): boolean => element.textContent.trim() === label
  const named = [...region.querySelectorAll('label')].find(isNamed)
  if (named !== undefined) return region.querySelector(`#${CSS.escape(named.htmlFor)}`)
  const button = [...region.querySelectorAll<HTMLElement>('button')].find(isNamed)
  if (button !== undefined) return button
  const labelled = [...region.querySelectorAll<HTMLElement>('[aria-label]')].find((element) => element.ariaLabel === label)
  return labelled?.querySelector<HTMLElement>('[tabindex="0"]') ?? (labelled?.matches('select, input, [tabindex]') ? labelled : null)
}
