import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/select.tsx'
import styles from './settings-navigation.module.css'
import type { settingsPages, SettingsPage } from './settings-sections.ts'

/** ID that connects the tabs with the page's panel. */
export const settingsTabsId = 'settings'

export type SettingsNavigationProps = {
  readonly pages: typeof settingsPages
  /** Null while the search results are shown. */
  readonly value: SettingsPage | null
  readonly onChange: (page: SettingsPage) => void
}

/**
 * The list of pages. Arrow keys, Home and End move through it and show each page. A narrow window has a drop-down list instead, so that
 * the page keeps its width.
 */
export function SettingsNavigation({ pages, value, onChange }: SettingsNavigationProps) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent): void {
    const focused = pages.findIndex(({ page }) => document.activeElement?.id === tabId(page))
    const places: Record<string, number> = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: pages.length - 1 }
    const next = pages.at((places[event.key] ?? Number.NaN) % pages.length)
    if (places[event.key] === undefined || next === undefined) return
    event.preventDefault()
    onChange(next.page)
    list.current?.querySelector<HTMLElement>(`#${tabId(next.page)}`)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-orientation="vertical"
        aria-label={say('Settings pages')}
        className={styles.list}
        onKeyDown={move}
      >
        {pages.map(({ page, label, icon }, place) => (
          <button
            key={page}
            id={tabId(page)}
            type="button"
            role="tab"
            aria-selected={page === value}
            aria-controls={page === value ? `${settingsTabsId}-panel` : undefined}
            tabIndex={page === value || (value === null && place === 0) ? 0 : -1}
            className={styles.entry}
            onClick={() => onChange(page)}
          >
            <Icon name={icon} size="s" />
            {say(label)}
          </button>
        ))}
      </div>
      <div className={styles.compact}>
        <Select
          wide
          label={say('Settings pages')}
          options={[
            ...(value === null ? [{ value: '' as const, label: say('Search results') }] : []),
            ...pages.map(({ page, label }) => ({ value: page, label: say(label) }))
          ]}
          value={value ?? ''}
          onChange={(page) => page !== '' && onChange(page)}
        />
      </div>
    </>
  )
}

function tabId(page: SettingsPage): string {
  return `${settingsTabsId}-tab-${page}`
}
