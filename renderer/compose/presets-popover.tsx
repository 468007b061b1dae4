import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { PresetImport, PresetView } from '../../shared/desk.ts'
import { say } from '../../shared/words/say.ts'
import { useNow } from '../bridge/use-now.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { agoWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Popover } from '../ui/popover.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { ComposeForm } from './compose-form.ts'
import { importWords } from './import-words.ts'
import { KeepPreset } from './keep-preset.tsx'
import { moveInRows, rowAttribute } from './move-in-rows.ts'
import { PresetRow } from './preset-row.tsx'
import { UndoNote } from './undo-note.tsx'
import styles from './presets-popover.module.css'
import searchList from './search-list.module.css'
import { usePresets } from './use-presets.ts'

export type PresetsPopoverProps = { readonly capability: Capability; readonly replace: (form: ComposeForm) => ComposeForm }

/** Values under a name, for this form: search, apply, keep, rename, delete, exchange. */
export function PresetsPopover({ capability, replace }: PresetsPopoverProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [report, setReport] = useState<PresetImport | null>(null)
  const [removed, setRemoved] = useState<PresetView | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const presets = usePresets(capability, replace)
  const now = useNow(60_000)
  const { shelf } = presets
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = (shelf?.presets ?? []).filter(({ name, summary }) =>
    words.every((word) => `${name} ${summary}`.toLocaleLowerCase().includes(word))
  )
  const [first] = found

  function open(next: boolean): void {
    setIsOpen(next)
    setSearch('')
    setReport(null)
    setRemoved(null)
    if (next) void presets.load()
  }
  function take(apply: () => void): void {
    open(false)
    apply()
  }
  function keyDown(event: KeyboardEvent): void {
    if (moveInRows(event)) return
    if (event.key === 'Enter' && document.activeElement === box.current && words.length > 0 && first !== undefined) {
      event.preventDefault()
      take(() => presets.apply(first))
    }
  }

  return (
    <Popover
      label={say('Presets')}
      isOpen={isOpen}
      onOpenChange={open}
      align="end"
      onKeyDown={keyDown}
      trigger={
        <Button look="quiet" icon="bookmark" aria-label={say('Presets')} className={styles.trigger}>
          <span className={styles.word}>{say('Presets')}</span>
        </Button>
      }
    >
      <div className={searchList.search}>
        <TextField
          ref={box}
          icon="search"
          aria-label={say('Search presets')}
          placeholder={say('Search presets')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {removed !== null && (
        <UndoNote
          words={say('“{name}” is deleted.', { name: removed.name })}
          onUndo={() => {
            presets.bringBack(removed)
            setRemoved(null)
            box.current?.focus()
          }}
        />
      )}
      <div className={searchList.list}>
        {shelf !== null && shelf.lastSentAt !== null && words.length === 0 && (
          <button type="button" {...{ [rowAttribute]: true }} className={styles.sent} onClick={() => take(presets.applySent)}>
            <Icon name="history" size="s" />
            <span className="grow">{say('As last sent')}</span>
            <span className="small ink-3">{agoWords(shelf.lastSentAt, now)}</span>
          </button>
        )}
        <ul>
          {found.map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              onApply={() => take(() => presets.apply(preset))}
              onRename={(name) => presets.rename(preset, name)}
              onRemove={() => {
                presets.remove(preset)
                setRemoved(preset)
                box.current?.focus()
              }}
            />
          ))}
        </ul>
        {shelf !== null && found.length === 0 && (
          <p className={classNames('small ink-3', styles.none)}>
            {words.length > 0
              ? say('No preset is called “{search}”.', { search: search.trim() })
              : say('No presets yet. Set the form as you like it and keep it under a name.')}
          </p>
        )}
      </div>
      <LiveRegion>{words.length === 0 ? '' : say('{found} found', { found: found.length })}</LiveRegion>
      <div className={styles.foot}>
        <KeepPreset onKeep={presets.keep} />
        <div className={styles.exchange}>
          <Button look="quiet" size="small" icon="download" onClick={() => void presets.importAll().then(setReport)}>
            {say('Import…')}
          </Button>
          <Button look="quiet" size="small" icon="upload" notReady={shelf?.presets.length === 0} onClick={presets.exportAll}>
            {say('Export…')}
          </Button>
        </div>
        {report !== null && <ImportReport report={report} />}
      </div>
    </Popover>
  )
}

function ImportReport({ report }: { readonly report: PresetImport }) {
  const { title, lines } = importWords(report)
  return (
    <div role="status" className={styles.report}>
      <div className="strong">{title}</div>
      <ul className="small ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
