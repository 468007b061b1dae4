import type { LeftValue } from '../../shared/fields.ts'
import { notTaken } from '../../shared/fields.ts'
import type { Value } from '../../shared/values.ts'
import { isDraftReference, isMediaReference } from '../../shared/values.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './left-values.module.css'

export type LeftValuesProps = {
  readonly left: readonly LeftValue[]
  /** The name of a file by its token. */
  readonly fileNameOf: (token: string) => string | null
  readonly onDismiss: (left: LeftValue) => void
}

/** What was typed and the service does not take any more: never sent, never lost, until a person lets it go. */
export function LeftValues({ left, fileNameOf, onDismiss }: LeftValuesProps) {
  const announce = useAnnounce()
  if (left.length === 0) return null
  function copy(text: string): void {
    void request('clipboard.writeText', { text }).then(({ ok }) => announce(ok ? say('Copied') : say('Could not be copied')))
  }
  return (
    <section className={styles.left} aria-labelledby="left-values">
      <h2 id="left-values">{say('No longer taken')}</h2>
      <p className="small ink-3">{say('The service has no place for this. It is kept here until you let it go, and not sent.')}</p>
      <ul>
        {left.map((one) => {
          const text = valueText(one.value, fileNameOf)
          return (
            <li key={`${one.name} ${text}`}>
              <div className={styles.what}>
                <span className="strong">{one.label}</span>
                {one.why !== notTaken && <span className="small ink-3">{sayAgain(one.why)}</span>}
              </div>
              <div dir="auto" className={styles.value} data-selectable>
                {text}
              </div>
              <IconButton label={say('Copy {label}', { label: one.label })} icon="copy" size="small" onClick={() => copy(text)} />
              <IconButton label={say('Let {label} go', { label: one.label })} icon="close" size="small" onClick={() => onDismiss(one)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A value as one reads and copies it: texts as they are, files by their name, everything else as JSON. */
function valueText(value: Value, fileNameOf: LeftValuesProps['fileNameOf']): string {
  if (typeof value === 'string') return value
  return isMediaReference(value) ? fileName(value, fileNameOf) : (JSON.stringify(withFileNames(value, fileNameOf), null, 1) ?? '')
}

function withFileNames(value: Value, fileNameOf: LeftValuesProps['fileNameOf']): Value {
  if (isMediaReference(value)) return fileName(value, fileNameOf)
  if (Array.isArray(value)) return value.map((item: Value) => withFileNames(item, fileNameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFileNames(inner, fileNameOf)]))
}

function fileName(value: Value, fileNameOf: LeftValuesProps['fileNameOf']): string {
  return (isDraftReference(value) ? fileNameOf(value.draft) : null) ?? 'a file'
}
