import { useCallback, useState } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { SettingChange } from './run-changes.ts'
import styles from './run-change-list.module.css'

/** A run's changed settings on one line. If some don't fit, a button shows their number and opens the whole list. */
export function RunChangeList({ changes }: { readonly changes: readonly SettingChange[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const { measure, hiddenCount } = useHiddenCount()
  return (
    <>
      <span ref={measure} className={styles.changes}>
        {changes.map((change) => (
          <ChangeText key={change.name} change={change} />
        ))}
      </span>
      {hiddenCount > 0 && (
        <Popover
          label={say('Changed parameters')}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          className={styles.all}
          trigger={
            <button type="button" className={styles.more}>
              {say('{count, number} more', { count: hiddenCount })}
            </button>
          }
        >
          <ul className={styles.list}>
            {changes.map((change) => (
              <li key={change.name}>
                <ChangeText change={change} />
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  )
}

/** A change such as "Seed 4711 → 9". The arrow follows the reading direction. */
function ChangeText({ change: { name, before, after } }: { readonly change: SettingChange }) {
  return (
    <span className={styles.change}>
      {name} {before !== null && <span className={styles.before}>{before}</span>}
      {before !== null && <Icon name="arrow-right" size="xs" />}
      {after ?? say('not set')}
    </span>
  )
}

/** Counts the children that wrap below the first line of an element. Pass `measure` as the element's ref. */
function useHiddenCount() {
  const [hiddenCount, setHiddenCount] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const bottom = element.getBoundingClientRect().bottom
      setHiddenCount([...element.children].filter((child) => child.getBoundingClientRect().top >= bottom - 1).length)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { measure, hiddenCount }
}
