import type { ComponentPropsWithRef } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import styles from './filter-button.module.css'

export type FilterButtonProps = Omit<ComponentPropsWithRef<typeof Button>, 'children' | 'icon' | 'variant'> & {
  /** Number of active filters. */
  readonly count: number
}

export function FilterButton({ count, ...rest }: FilterButtonProps) {
  return (
    <Button {...rest} variant={count > 0 ? 'plain' : 'quiet'} icon="filter" className={styles.trigger}>
      <span className={styles.word}>{say('Filter')}</span>
      {count > 0 && <span className={styles.chosen}>{count}</span>}
    </Button>
  )
}
