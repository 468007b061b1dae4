import type { KeyboardEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { mirrorArrowKey } from './reading-direction-provider.tsx'
import styles from './tabs.module.css'
import { currentLocale } from '../../shared/i18n/say.ts'

export type Tab<Value extends string> = { readonly value: Value; readonly label: string; readonly count?: number | undefined }

export type TabsProps<Value extends string> = {
  readonly label: string
  /** ID that connects the tabs with their panel. Pass the same ID to `tabPanelProps`. */
  readonly id: string
  readonly tabs: readonly Tab<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Returns the props of the panel below the tabs. `value` is the chosen tab. */
export function tabPanelProps(id: string, value: string): { role: 'tabpanel'; id: string; 'aria-labelledby': string } {
  return { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-tab-${value}` }
}

/** A row of tabs. Arrow keys, Home and End move among the tabs. Spread `tabPanelProps(id, value)` on the panel. */
export function Tabs<Value extends string>({ label, id, tabs, value, onChange }: TabsProps<Value>): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    const here = tabs.findIndex((tab) => tab.value === value)
    const places: Record<string, number> = { ArrowRight: here + 1, ArrowLeft: here - 1 + tabs.length, Home: 0, End: tabs.length - 1 }
    const place = places[mirrorArrowKey(event)]
    if (place === undefined) return
    const next = tabs[place % tabs.length]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-tab-${next.value}`)}`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={`${id}-tab-${tab.value}`}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{tab.count.toLocaleString(currentLocale())}</span>}
        </button>
      ))}
    </div>
  )
}
