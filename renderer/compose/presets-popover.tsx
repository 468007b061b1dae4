import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { PresetImportResult, PresetSummary } from '../../shared/form/workspace.ts'
import { say } from '../../shared/i18n/say.ts'
import { useNow } from '../ui/use-now.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatTimeAgo } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Popover } from '../ui/popover.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { presetImportText } from './preset-import-text.ts'
import { SavePresetForm } from './save-preset-form.tsx'
import { handleRowKeys, rowAttribute } from './handle-row-keys.ts'
import { PresetRow } from './preset-row.tsx'
import { UndoNote } from './undo-note.tsx'
import styles from './presets-popover.module.css'
import searchList from './search-list.module.css'
import type { ComposeFormState } from './use-compose-form.ts'
import { usePresets } from './use-presets.ts'

export type PresetsPopoverProps = { readonly capability: Capability; readonly replace: ComposeFormState['replace'] }

/** Popover with the presets for this form. The user can search, apply, save, rename, delete, import and export presets. */
export function PresetsPopover({ capability, replace }: PresetsPopoverProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [report, setReport] = useState<PresetImportResult | null>(null)
  const [removed, setRemoved] = useState<PresetSummary | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const presets = usePresets(capability, replace)
  const now = useNow(60_000)
  const { list } = presets
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = (list?.presets ?? []).filter(({ name, summary }) =>
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
    if (handleRowKeys(event)) return
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
        <Button variant="quiet" icon="bookmark" aria-label={say('Presets')} className={styles.trigger}>
          <span className={styles.word}>{say('Presets')}</span>
        </Button>
      }
    >
      <div className={searchList.search}>
        <SingleLineInput
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
          words={say('“{name}” deleted.', { name: removed.name })}
          onUndo={() => {
            presets.restore(removed)
            setRemoved(null)
            box.current?.focus()
          }}
        />
      )}
      <div className={searchList.list}>
        {list !== null && list.lastSentAt !== null && words.length === 0 && (
          <button type="button" {...{ [rowAttribute]: true }} className={styles.sent} onClick={() => take(presets.applySent)}>
            <Icon name="history" size="s" />
            <span className="grow">{say('Last sent values')}</span>
            <span className="small ink-3">{formatTimeAgo(list.lastSentAt, now)}</span>
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
        {list !== null && found.length === 0 && (
          <p className={classNames('small ink-3', styles.none)}>
            {words.length > 0
              ? say('No presets match “{search}”.', { search: search.trim() })
              : say('No presets yet. Fill in the form and save its values under a name.')}
          </p>
        )}
      </div>
      <LiveRegion>{words.length === 0 ? '' : say('{found} found', { found: found.length })}</LiveRegion>
      <div className={styles.foot}>
        <SavePresetForm onKeep={presets.save} />
        <div className={styles.exchange}>
          <Button variant="quiet" size="small" icon="download" onClick={() => void presets.importAll().then(setReport)}>
            {say('Import…')}
          </Button>
          <Button variant="quiet" size="small" icon="upload" notReady={list?.presets.length === 0} onClick={presets.exportAll}>
            {say('Export…')}
          </Button>
        </div>
        {report !== null && <ImportReport report={report} />}
      </div>
    </Popover>
  )
}

function ImportReport({ report }: { readonly report: PresetImportResult }) {
  const { title, lines } = presetImportText(report)
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
