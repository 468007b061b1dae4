import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { PresetSummary } from '../../shared/form/workspace.ts'
import { say } from '../../shared/i18n/say.ts'
import { contractMismatchText } from '../../shared/phrases/value-change-phrases.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { rowAttribute } from './handle-row-keys.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './presets-popover.module.css'
import searchList from './search-list.module.css'

export type PresetRowProps = {
  readonly preset: PresetSummary
  readonly onApply: () => void
  /** Resolves to false if another preset has this name. */
  readonly onRename: (name: string) => Promise<boolean>
  readonly onRemove: () => void
}

/** Row for one preset. A press applies the preset, F2 renames it and Delete deletes it. */
export function PresetRow({ preset, onApply, onRename, onRemove }: PresetRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const needsFocus = useRef(false)
  function endRenaming(): void {
    needsFocus.current = true
    setIsRenaming(false)
  }
  function keyDown(event: KeyboardEvent): void {
    handleShortcut('presets', event, { rename: () => setIsRenaming(true), remove: onRemove })
  }
  if (isRenaming) {
    return (
      <li className={classNames(searchList.row, styles.row)}>
        <RenameBox name={preset.name} onRename={onRename} onClose={endRenaming} />
      </li>
    )
  }
  const mismatches = preset.mismatches.map(contractMismatchText)
  const [first, ...others] = mismatches
  return (
    <li className={classNames(searchList.row, styles.row)}>
      <button
        ref={(button) => {
          // Returns the focus from the rename box to this button.
          if (button !== null && needsFocus.current) button.focus()
          needsFocus.current = false
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
          <span className={styles.misfit} title={mismatches.join('\n')}>
            <Icon name="warning" size="xs" />
            <span>
              {first}{' '}
              {others.length > 0 && say('{others, plural, one {# more problem} other {# more problems}}.', { others: others.length })}
            </span>
          </span>
        )}
      </button>
      <div className={classNames(searchList.deeds, styles.deeds)}>
        <IconButton
          label={say('Rename {name}', { name: preset.name })}
          icon="pencil"
          size="small"
          shortcut={shortcutText('presets', 'rename')}
          onClick={() => setIsRenaming(true)}
        />
        <IconButton
          label={say('Delete {name}', { name: preset.name })}
          icon="trash"
          size="small"
          shortcut={shortcutText('presets', 'remove')}
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
      <SingleLineInput
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
          // Closes only the box, not the popover around it.
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
        trailing={<IconButton label={say('Keep current name')} icon="close" size="small" onClick={onClose} />}
      />
      {isTaken && (
        <p id="rename-taken" role="status" className={styles.question}>
          {say('A preset with this name already exists.')}
        </p>
      )}
    </form>
  )
}
