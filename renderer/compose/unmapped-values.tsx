import type { UnmappedValue } from '../../shared/form/fields.ts'
import type { Value } from '../../shared/form/values.ts'
import { isFileTokenReference, isMediaReference } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { unmappedLabel, unmappedReasonText } from '../../shared/phrases/value-change-phrases.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './unmapped-values.module.css'

export type UnmappedValuesProps = {
  readonly values: readonly UnmappedValue[]
  /** Returns a file's name by its token. Null if the file is unknown. */
  readonly fileNameOf: (token: string) => string | null
  readonly onDismiss: (left: UnmappedValue) => void
}

/** List of values that the service no longer accepts. The values are never sent, and stay until the user discards them. */
export function UnmappedValues({ values, fileNameOf, onDismiss }: UnmappedValuesProps) {
  const copy = useCopyText()
  if (values.length === 0) return null
  return (
    <section className={styles.left} aria-labelledby="left-values">
      <h2 id="left-values">{say('No longer accepted')}</h2>
      <p className="small ink-3">
        {say('The service no longer accepts these values. Kiln keeps them here until you discard them, but doesn’t send them.')}
      </p>
      <ul>
        {values.map((one) => {
          const text = valueText(one.value, fileNameOf)
          const label = unmappedLabel(one)
          return (
            <li key={`${one.name} ${text}`}>
              <div className={styles.what}>
                <span className="strong">{label}</span>
                {one.reason.code !== 'no-longer-accepted' && <span className="small ink-3">{unmappedReasonText(one.reason)}</span>}
              </div>
              <div dir="auto" className={styles.value} data-selectable>
                {text}
              </div>
              <IconButton label={say('Copy {label}', { label })} icon="copy" size="small" onClick={() => copy(text)} />
              <IconButton label={say('Discard {label}', { label })} icon="close" size="small" onClick={() => onDismiss(one)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/**
 * Converts a value to text that the user can read and copy. Strings stay unchanged, files become their names, and other values become JSON.
 */
function valueText(value: Value, fileNameOf: UnmappedValuesProps['fileNameOf']): string {
  if (typeof value === 'string') return value
  return isMediaReference(value) ? fileName(value, fileNameOf) : (JSON.stringify(withFileNames(value, fileNameOf), null, 1) ?? '')
}

function withFileNames(value: Value, fileNameOf: UnmappedValuesProps['fileNameOf']): Value {
  if (isMediaReference(value)) return fileName(value, fileNameOf)
  if (Array.isArray(value)) return value.map((item: Value) => withFileNames(item, fileNameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFileNames(inner, fileNameOf)]))
}

function fileName(value: Value, fileNameOf: UnmappedValuesProps['fileNameOf']): string {
  return (isFileTokenReference(value) ? fileNameOf(value.draft) : null) ?? say('a file')
}
