import { useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'

export type EditNameButtonProps = {
  /** Label of the button and its dialog. */
  readonly label: string
  readonly fieldLabel: string
  readonly name: string
  readonly maxLength: number
  /** Resolves to false if the name couldn't be changed. The dialog then stays open. */
  readonly onRename: (name: string) => Promise<boolean>
  readonly onDelete: () => Promise<boolean>
  readonly deleteLabel: string
}

/** Button that opens a dialog for renaming or deleting a tag or a collection. */
export function EditNameButton({ label, fieldLabel, name, maxLength, onRename, onDelete, deleteLabel }: EditNameButtonProps) {
  /** Null while the dialog is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const trimmed = (typed ?? '').trim()

  async function closeAfter(work: Promise<boolean>): Promise<void> {
    if (await work) setTyped(null)
  }
  function rename(): void {
    if (trimmed === name) setTyped(null)
    else if (trimmed !== '') void closeAfter(onRename(trimmed))
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setTyped(name)}>
        {`${label}…`}
      </Button>
      <Dialog
        isOpen={typed !== null}
        onClose={() => setTyped(null)}
        title={label}
        actions={
          <>
            <Button variant="quiet" icon="trash" onClick={() => void closeAfter(onDelete())}>
              {deleteLabel}
            </Button>
            <Button variant="go" notReady={trimmed === ''} onClick={rename}>
              {say('Rename')}
            </Button>
          </>
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            rename()
          }}
        >
          <SingleLineInput
            aria-label={fieldLabel}
            maxLength={maxLength}
            value={typed ?? ''}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      </Dialog>
    </>
  )
}
