import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { PresetView } from '../../shared/desk.ts'
import { say } from '../../shared/words/say.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { takeShortcut } from '../bridge/take-shortcut.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { rowAttribute } from './move-in-rows.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './presets-popover.module.css'
import searchList from './search-list.module.css'

export type PresetRowProps = {
  readonly preset: PresetView
  readonly onApply: () => void
  /** False: the name is taken. */
  readonly onRename: (name: string) => Promise<boolean>
  readonly onRemove: () => void
}

/** One preset: press applies it, F2 renames it, Delete deletes it. */
export function PresetRow({ preset, onApply, onRename, onRemove }: PresetRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const wantsFocus = useRef(false)
  function endRenaming(): void {
    wantsFocus.current = true
    setIsRenaming(false)
  }
  function keyDown(event: KeyboardEvent): void {
    takeShortcut('presets', event, { rename: () => setIsRenaming(true), remove: onRemove })
  }
  if (isRenaming) {
    return (
      <li className={classNames(searchList.row, styles.row)}>
        <RenameBox name={preset.name} onRename={onRename} onClose={endRenaming} />
      </li>
    )
  }
  const [first, ...others] = preset.misfits
  return (
    <li className={classNames(searchList.row, styles.row)}>
      <button
        ref={(button) => {
          // The focus comes back from the box in which the name was written.
          if (button !== null && wantsFocus.current) button.focus()
          wantsFocus.current = false
        }}
        type="button"
        {...{ [rowAttribute]: true }}
        className={styles.apply}
        onClick={onApply}
        onKeyDown={keyDown}
      >
        <span dir="auto" className="strong cut">
          {preset.name}
        </span>
        {preset.summary !== '' && (
          <span dir="auto" className="small ink-3 cut">
            {preset.summary}
          </span>
        )}
        {first !== undefined && (
          <span className={styles.misfit} title={preset.misfits.join('\n')}>
            <Icon name="warning" size="xs" />
            <span>
              {first} {others.length > 0 && say('And {others} more.', { others: others.length })}
            </span>
          </span>
        )}
      </button>
      <div className={classNames(searchList.deeds, styles.deeds)}>
        <IconButton
          label={say('Rename {name}', { name: preset.name })}
          icon="pencil"
          size="small"
          shortcut={shortcutWords('presets', 'rename')}
          onClick={() => setIsRenaming(true)}
        />
        <IconButton
          label={say('Delete {name}', { name: preset.name })}
          icon="trash"
          size="small"
          shortcut={shortcutWords('presets', 'remove')}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

function RenameBox({
  name,
  onRename,
  onClose
}: {
  readonly name: string
  readonly onRename: PresetRowProps['onRename']
  readonly onClose: () => void
}) {
  const [text, setText] = useState(name)
  const [isTaken, setIsTaken] = useState(false)
  async function rename(): Promise<void> {
    const wanted = text.trim()
    if (wanted === '' || wanted === name) return onClose()
    if (await onRename(wanted)) onClose()
    else setIsTaken(true)
  }
  return (
    <form
      className="grow"
      onSubmit={(event) => {
        event.preventDefault()
        void rename()
      }}
    >
      <TextField
        ref={(input) => {
          if (input !== null && document.activeElement !== input && !isTaken) input.select()
        }}
        aria-label={say('New name for {name}', { name })}
        aria-invalid={isTaken || undefined}
        aria-describedby={isTaken ? 'rename-taken' : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsTaken(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Only the box closes, not what is around it.
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
        trailing={<IconButton label={say('Keep the old name')} icon="close" size="small" onClick={onClose} />}
      />
      {isTaken && (
        <p id="rename-taken" role="status" className={styles.question}>
          {say('Another preset has this name.')}
        </p>
      )}
    </form>
  )
}
