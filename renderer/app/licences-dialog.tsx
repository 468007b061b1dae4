import { useEffect, useState } from 'react'
import type { Outcome } from '../../shared/outcome.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import styles from './licences-dialog.module.css'

/** The licence of everything that Kiln is built with, as its makers wrote it. */
export function LicencesDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="large"
      title={say('Licences')}
      description={say('Kiln is built with the work of others. Each licence stands here as its makers wrote it, in English.')}
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
