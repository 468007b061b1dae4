import { lazy, Suspense, useEffect, useState } from 'react'
import type { TextField } from '../../../shared/form/fields.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import styles from './batch-button.module.css'
import type { FormPrefill } from '../../navigation/form-prefill.ts'
import type { BatchDialogProps } from './batch-dialog.tsx'

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }))

/** Prefills whose batch dialog was opened. Going back to their form doesn't open the dialog again. */
const openedPrefills = new WeakSet<FormPrefill>()

type BatchButtonProps = Pick<BatchDialogProps, 'capability' | 'values'> & {
  /** The form's main text. Null if the form has none. */
  readonly sentence: TextField | null
  readonly setValue: (name: string, value: string) => void
  readonly prefill: FormPrefill | null
}

/** Button that opens a form's batch dialog. A prefill with a batch opens the dialog at once. */
export function BatchButton({ sentence, setValue, prefill, ...props }: BatchButtonProps) {
  const [results, setResults] = useState(() => (prefill !== null && !openedPrefills.has(prefill) ? (prefill.batch ?? null) : null))
  const [isOpen, setIsOpen] = useState(results !== null)
  useEffect(() => {
    if (prefill !== null) openedPrefills.add(prefill)
  }, [prefill])
  const text = sentence === null ? null : { field: sentence, onChange: (value: string) => setValue(sentence.name, value) }
  function close(): void {
    setIsOpen(false)
    setResults(null)
  }
  return (
    <>
      <Button variant="quiet" icon="batch" aria-label={say('Batch…')} className={styles.button} onClick={() => setIsOpen(true)}>
        <span className={styles.word}>{say('Batch…')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <BatchDialog {...props} text={text} results={results} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
