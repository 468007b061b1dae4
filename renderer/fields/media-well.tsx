import type { ClipboardEvent, DragEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import { say } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { AddressRow } from './address-row.tsx'
import { useFormServices } from './form-services.ts'
import { filesIn, valuesIn } from './handed-media.ts'
import { ruleWords } from './media-list.ts'
import { MediaWays } from './media-ways.tsx'
import styles from './media-well.module.css'
import { iconOfField, wellWords } from './media-words.ts'

/** An empty well: media are dropped on it, pasted, chosen, made, or named by their web address. */
export function OpenWell({
  id,
  field,
  name,
  describedBy
}: {
  readonly id: string
  readonly field: MediaField
  /** What is added: "image 1", "Target photo". */
  readonly name: string
  readonly describedBy?: string | undefined
}) {
  const services = useFormServices()
  const [isAddressOpen, setIsAddressOpen] = useState(false)
  const rules = ruleWords(field)
  return (
    <DropTarget field={field} className={styles.open}>
      <Icon name={iconOfField(field)} size="l" />
      <div className="strong ink-2">{wellWords(field)}</div>
      {rules !== '' && <div className={classNames('small', styles.rules)}>{rules}</div>}
      <div className={styles.ways}>
        {isAddressOpen ? (
          <AddressRow
            label={say('Web address of {name}', { name })}
            takesMany={field.isMany}
            onAdd={(addresses) => services.addValues(field, addresses, null)}
            onClose={() => setIsAddressOpen(false)}
          />
        ) : (
          <MediaWays id={id} field={field} name={name} describedBy={describedBy} onOpenAddress={() => setIsAddressOpen(true)} />
        )}
      </div>
    </DropTarget>
  )
}

/** The narrow well after the last of a list. */
export function AddWell({
  id,
  field,
  name,
  onOpenAddress
}: {
  readonly id: string
  readonly field: MediaField
  readonly name: string
  readonly onOpenAddress: () => void
}) {
  const services = useFormServices()
  return (
    <DropTarget field={field} className={styles.small}>
      <Tooltip words={say('Drop, paste or browse')}>
        <button
          type="button"
          id={id}
          aria-label={say('Add {name}', { name })}
          className={styles.add}
          onClick={() => services.browse(field, null)}
        >
          <Icon name="plus" size="l" />
          {name}
        </button>
      </Tooltip>
      <div className={styles.smallWays}>
        <MediaWays isSmall field={field} name={name} onOpenAddress={onOpenAddress} />
      </div>
    </DropTarget>
  )
}

/** Stands where the media will be while a file is looked into. */
export function ReadingWell({ isListed = false }: { readonly isListed?: boolean }) {
  return <div className={classNames(styles.well, styles.reading, isListed && styles.listed)}>{say('Reading the file')}</div>
}

function DropTarget({
  field,
  className,
  children
}: {
  readonly field: MediaField
  readonly className: string | undefined
  readonly children: ReactNode
}) {
  const services = useFormServices()
  const [isOver, setIsOver] = useState(false)
  function hand(handed: DataTransfer, event: DragEvent | ClipboardEvent): void {
    // What happens in a dialog of this well bubbles here too, and is not meant for it.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const files = filesIn(handed)
    const values = files.length > 0 ? [] : valuesIn(handed)
    if (files.length === 0 && values.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (files.length > 0) services.addFiles(field, files, null)
    else services.addValues(field, values, null)
  }
  return (
    <div
      className={classNames(styles.well, className, services.isDragging && styles.wanted, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        hand(event.dataTransfer, event)
      }}
      onPaste={(event) => hand(event.clipboardData, event)}
    >
      {children}
    </div>
  )
}
