import { useState } from 'react'
import type { Outcome } from '../../shared/outcome.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Switch } from '../ui/switch.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './bulk-bar.module.css'

/** "Save as…": copies of everything that is chosen, with recipes or without, as files or as one zip; or the files themselves to another folder. */
export function SaveAs({ keys }: { readonly keys: readonly number[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [withRecipes, setWithRecipes] = useState(true)
  const [asZip, setAsZip] = useState(false)
  const [busy, setBusy] = useState<'saving' | 'moving' | null>(null)
  const toast = useToast()
  const sayFailure = useFailureToast()

  /** A dialog that was closed says nothing. */
  function tell(word: 'saved' | 'moved', outcome: Outcome<{ readonly count: number; readonly where: string } | null>): void {
    setBusy(null)
    if (!outcome.ok) return sayFailure(outcome)
    if (outcome.value === null) return undefined
    setIsOpen(false)
    return toast({ title: `${fileWords(outcome.value.count)} ${word}`, words: outcome.value.where, icon: 'check', tone: 'done' })
  }
  async function save(): Promise<void> {
    setBusy('saving')
    const outcome = await request('library.exportTo', { keys, withRecipes, asZip })
    tell(
      'saved',
      outcome.ok && outcome.value !== null
        ? { ok: true, value: { ...outcome.value, where: outcome.value.path } }
        : (outcome as Outcome<null>)
    )
  }
  async function move(): Promise<void> {
    setBusy('moving')
    const outcome = await request('library.move', { keys })
    tell(
      'moved',
      outcome.ok && outcome.value !== null
        ? { ok: true, value: { ...outcome.value, where: outcome.value.folder } }
        : (outcome as Outcome<null>)
    )
  }
  return (
    <Popover
      label={say('Save as')}
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        <Button size="small" icon="download">
          {say('Save as…')}
        </Button>
      }
    >
      <div className={styles.save}>
        <Switch
          label={say('With recipes')}
          help={say('A small file beside each says how it was made.')}
          checked={withRecipes}
          onChange={setWithRecipes}
        />
        <Switch label={say('As one zip file')} checked={asZip} onChange={setAsZip} />
        <Button look="go" wide busy={busy === 'saving' && say('Saving')} onClick={() => void save()}>
          {say('Save {files}…', { files: fileWords(keys.length) })}
        </Button>
        <Button look="quiet" wide icon="folder" busy={busy === 'moving' && say('Moving')} onClick={() => void move()}>
          {say('Move to another folder…')}
        </Button>
      </div>
    </Popover>
  )
}

function fileWords(count: number): string {
  return say('{count, plural, one {# file} other {# files}}', { count })
}
