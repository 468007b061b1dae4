import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Field } from '../../shared/form/fields.ts'
import type { Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { isOneLine } from '../fields/choice-variants.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './compose-view.module.css'

/** A form's settings. Those that aren't essential are collapsed at first, unless one of them has a value. */
export function FormSettings({
  essentials,
  more,
  values,
  inputOf
}: {
  readonly essentials: readonly Field[]
  readonly more: readonly Field[]
  readonly values: Values
  readonly inputOf: (field: Field) => ReactNode
}) {
  const count = more.filter(({ name }) => values[name] !== undefined).length
  const [isOpenAtFirst] = useState(count > 0)
  const rows = (fields: readonly Field[]) =>
    fields.map((field) => (
      <div key={field.name} className={isOneLine(field) ? styles.rows : styles.group}>
        {inputOf(field)}
      </div>
    ))
  return (
    <>
      {rows(essentials)}
      {more.length > 0 && (
        <details className={styles.more} open={isOpenAtFirst}>
          <summary>
            <Icon name="chevron-right" size="s" />
            {say('More parameters')}
            {count > 0 && <span className="small ink-3">{say('{count, number} set', { count })}</span>}
          </summary>
          <div className={styles.moreBody}>{rows(more)}</div>
        </details>
      )}
    </>
  )
}
