import { useEffect, useState } from 'react'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import styles from './licences-dialog.module.css'

/** Original licence texts of the third-party software in Kiln. */
export function LicencesDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="large"
      title={say('Licences')}
      description={say('Open-source licences of the software Kiln uses, in their original English.')}
    >
      <Notices />
    </Dialog>
  )
}

function Notices() {
  const [read, setRead] = useState<Outcome<string> | null>(null)
  useEffect(() => {
    let isShown = true
    void request('app.licences').then((answer) => {
      if (isShown) setRead(answer)
    })
    return () => {
      isShown = false
    }
  }, [])
  return (
    <ScrollArea label={say('Licences')} className={styles.notices}>
      {read === null ? null : read.ok ? (
        <pre data-selectable lang="en" className={styles.text}>
          {read.value}
        </pre>
      ) : (
        <p>{read.message}</p>
      )}
    </ScrollArea>
  )
}
