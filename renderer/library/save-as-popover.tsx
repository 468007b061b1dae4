import { useState } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import { withProgress } from '../bridge/bulk-job-store.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Switch } from '../ui/switch.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './bulk-bar.module.css'
import { bulkPanelStore, setBulkPanel } from './bulk-panel-store.ts'
import type { LibraryActions } from './use-library-actions.ts'

/**
 * The "Save as…" menu. Copies the selected items, with or without recipes, as files or as one ZIP. Can also move the files to another
 * folder.
 */
export function SaveAsPopover({ keys, actions }: { readonly keys: readonly number[]; readonly actions: LibraryActions }) {
  const isOpen = useStore(bulkPanelStore, (panel) => panel === 'save')
  const [withRecipes, setWithRecipes] = useState(true)
  const [asZip, setAsZip] = useState(false)
  const [busy, setBusy] = useState<'saving' | 'moving' | null>(null)
  const toast = useToast()
  const sayFailure = useFailureToast()

  async function save(): Promise<void> {
    setBusy('saving')
    const title = say('Saving {count, plural, one {# file} other {# files}}…', { count: keys.length })
    const outcome = await withProgress({ title, canStop: true }, (job) => request('library.exportTo', { keys, withRecipes, asZip, job }))
    setBusy(null)
    if (!outcome.ok) return sayFailure(outcome)
    // The user cancelled the dialog.
    if (outcome.value === null) return undefined
    setBulkPanel(null)
    const { count, path, isStopped } = outcome.value
    const show = { label: say('Show in folder'), onSelect: () => void request('library.showSaved').then(sayFailure) }
    return toast({
      title: isStopped
        ? say('Stopped. {count, plural, =0 {Nothing was saved} one {# file was saved} other {# files were saved}}', { count })
        : say('{count, plural, one {# file} other {# files}} saved', { count }),
      description: path,
      icon: 'check',
      tone: isStopped ? 'plain' : 'done',
      ...(count === 0 ? {} : { action: show })
    })
  }
  async function move(): Promise<void> {
    setBusy('moving')
    const isMoved = await actions.move(keys)
    setBusy(null)
    if (isMoved) setBulkPanel(null)
  }
  return (
    <Popover
      label={say('Save as')}
      side="top"
      isOpen={isOpen}
      onOpenChange={(open) => setBulkPanel(open ? 'save' : null)}
      className={styles.menu}
      trigger={
        <Button size="small" icon="download">
          {say('Save as…')}
        </Button>
      }
    >
      <div className={styles.save}>
        <Switch
          label={say('Include recipes')}
          help={say('Adds a small file with the prompt and settings next to each result.')}
          checked={withRecipes}
          onChange={setWithRecipes}
        />
        <Switch label={say('Save as one ZIP file')} checked={asZip} onChange={setAsZip} />
        <Button variant="go" wide busy={busy === 'saving' && say('Saving…')} onClick={() => void save()}>
          {say('Save {files}…', { files: fileText(keys.length) })}
        </Button>
        <Button variant="quiet" wide icon="folder" busy={busy === 'moving' && say('Moving…')} onClick={() => void move()}>
          {say('Move to folder…')}
        </Button>
      </div>
    </Popover>
  )
}

function fileText(count: number): string {
  return say('{count, plural, one {# file} other {# files}}', { count })
}
