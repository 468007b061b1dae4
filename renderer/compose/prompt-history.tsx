import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { PromptEntry } from '../../shared/form/workspace.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { useNow } from '../ui/use-now.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { classNames } from '../ui/class-names.ts'
import { formatTimeAgo } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Popover } from '../ui/popover.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { handleRowKeys, rowAttribute } from './handle-row-keys.ts'
import styles from './prompt-history.module.css'
import searchList from './search-list.module.css'
import { UndoNote } from './undo-note.tsx'

const maxShown = 200

/** Popover with the prompts sent for any capability, newest first. The user can search the prompts and insert one. */
export function PromptHistory({ onTake }: { readonly onTake: (text: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [entries, setEntries] = useState<readonly PromptEntry[] | null>(null)
  const [removed, setRemoved] = useState<PromptEntry | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const hasTaken = useRef(false)
  const fail = useFailureToast()

  useEffect(() => {
    if (!isOpen) return undefined
    let isWanted = true
    void request('workspace.prompts', { search, limit: maxShown }).then((outcome) => {
      if (isWanted && outcome.ok) setEntries(outcome.value)
    })
    return () => {
      isWanted = false
    }
  }, [isOpen, search])

  function open(next: boolean): void {
    setIsOpen(next)
    setSearch('')
    setEntries(null)
    setRemoved(null)
    hasTaken.current = false
  }
  function take(entry: PromptEntry): void {
    open(false)
    hasTaken.current = true
    onTake(entry.text)
  }
  async function remove(entry: PromptEntry): Promise<void> {
    const outcome = await request('workspace.removePrompt', { id: entry.id })
    fail(outcome)
    if (!outcome.ok) return
    setEntries((shown) => shown?.filter(({ id }) => id !== entry.id) ?? null)
    setRemoved(entry)
    box.current?.focus()
  }
  async function restore(entry: PromptEntry): Promise<void> {
    const outcome = await request('workspace.restorePrompt', { id: entry.id })
    fail(outcome)
    if (!outcome.ok) return
    setRemoved(null)
    box.current?.focus()
    setEntries((shown) => [...(shown ?? []), entry].toSorted((one, other) => other.usedAt - one.usedAt))
  }
  function keyDown(event: KeyboardEvent): void {
    if (handleRowKeys(event)) return
    const [first] = entries ?? []
    if (event.key === 'Enter' && document.activeElement === box.current && first !== undefined) {
      event.preventDefault()
      take(first)
    }
  }

  return (
    <Popover
      label={say('Prompt history')}
      isOpen={isOpen}
      onOpenChange={open}
      className={styles.popover}
      keepsFocus={() => hasTaken.current}
      onKeyDown={keyDown}
      trigger={
        <IconButton
          label={say('Prompt history')}
          icon="history"
          size="small"
          shortcut={shortcutText('form', 'olderPrompt')}
          tooltipSide="bottom"
        />
      }
    >
      <div className={searchList.search}>
        <SingleLineInput
          ref={box}
          icon="search"
          aria-label={say('Search prompts')}
          placeholder={say('Search prompts')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {removed !== null && <UndoNote words={say('Removed: {text}', { text: removed.text })} onUndo={() => void restore(removed)} />}
      {entries !== null && entries.length > 0 && (
        <ul className={searchList.list}>
          {entries.map((entry) => (
            <PromptRow key={entry.id} entry={entry} onTake={() => take(entry)} onRemove={() => void remove(entry)} />
          ))}
        </ul>
      )}
      {entries !== null && entries.length === 0 && (
        <p className={classNames('small ink-3', styles.none)}>
          {search.trim() === '' ? say('No prompts yet. The ones you send appear here, whatever the capability.') : say('No prompts match.')}
        </p>
      )}
      <LiveRegion>{search === '' || entries === null ? '' : say('{entries} found', { entries: entries.length })}</LiveRegion>
    </Popover>
  )
}

function PromptRow({
  entry,
  onTake,
  onRemove
}: {
  readonly entry: PromptEntry
  readonly onTake: () => void
  readonly onRemove: () => void
}) {
  const title = useCapabilityMap().get(entry.capability)?.title ?? entry.capability
  const now = useNow(60_000)
  return (
    <li className={searchList.row}>
      <button
        type="button"
        {...{ [rowAttribute]: true }}
        className={styles.take}
        onClick={onTake}
        onKeyDown={(event) => {
          if (event.key !== 'Delete') return
          event.preventDefault()
          onRemove()
        }}
      >
        <span dir="auto" className={styles.text}>
          {entry.text}
        </span>
        <span dir="auto" className="small ink-3 cut">
          {title}, {formatTimeAgo(entry.usedAt, now)}
        </span>
      </button>
      <span className={classNames(searchList.deeds, styles.deed)}>
        <IconButton
          label={say('Remove from history: {text}', { text: entry.text.slice(0, 60) })}
          icon="trash"
          size="small"
          onClick={onRemove}
        />
      </span>
    </li>
  )
}
