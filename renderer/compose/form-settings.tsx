import type { ReactNode } from 'react'
import type { Field } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { isOneLine } from '../fields/choice-variants.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './compose-view.module.css'

/** The settings of a form. Rarely used settings are collapsed. */
export function FormSettings({
  settings,
  rare,
  inputOf
}: {
  readonly settings: readonly Field[]
  readonly rare: readonly Field[]
  readonly inputOf: (field: Field) => ReactNode
}) {
  return (
    <>
      {settings.map((field) => (
        <div key={field.name} className={isOneLine(field) ? styles.rows : styles.group}>
          {inputOf(field)}
        </div>
      ))}
      {rare.length > 0 && (
        <details className={styles.more}>
          <summary>
            <Icon name="chevron-right" size="s" />
            {say('More parameters')}
          </summary>
          <div className={styles.moreBody}>
            {rare.map((field) => (
              <div key={field.name} className={isOneLine(field) ? styles.rows : styles.group}>
                {inputOf(field)}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  )
}
