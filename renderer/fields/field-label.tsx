import type { ReactNode } from 'react'
import type { Field } from '../../shared/fields.ts'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './field-label.module.css'

/** The label of an input that is not a single box: its help is spoken, and shown when the pointer rests on the label. */
export function FieldLabel({ field, id, aside }: { readonly field: Field; readonly id: string; readonly aside?: ReactNode }) {
  const label = <span id={`${id}-label`}>{field.label}</span>
  return (
    <div className={styles.label}>
      {field.help === null ? label : <Tooltip words={field.help}>{label}</Tooltip>}
      {field.help !== null && (
        <VisuallyHidden>
          <span id={`${id}-help`}>{field.help}</span>
        </VisuallyHidden>
      )}
      {aside !== undefined && aside !== null && <span className={styles.aside}>{aside}</span>}
    </div>
  )
}
