import { lazy, Suspense, useState } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import styles from './batch-button.module.css'
import type { BatchDialogProps } from './batch-dialog.tsx'

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }))

/** Button that opens a form's batch dialog. */
export function BatchButton(props: Omit<BatchDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="batch" aria-label={say('Batch…')} className={styles.button} onClick={() => setIsOpen(true)}>
        <span className={styles.word}>{say('Batch…')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <BatchDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
