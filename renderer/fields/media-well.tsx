import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { IconName } from '../ui/icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useFormServices } from './form-services.ts'
import { ruleWords } from './media-list.ts'
import styles from './media-well.module.css'

export type OpenWellProps = {
  readonly id: string
  readonly field: MediaField
  readonly icon: IconName
  /** What to do here, in a few words. */
  readonly title: string
  readonly ratio?: string
  readonly onAddress: (address: string) => void
  readonly describedBy?: string | undefined
}

/** An empty well: files are dropped on it, pasted, chosen, or named by their web address. */
export function OpenWell({ id, field, icon, title, ratio, onAddress, describedBy }: OpenWellProps) {
  const services = useFormServices()
  const [isAddressOpen, setIsAddressOpen] = useState(false)
  const rules = ruleWords(field)
  return (
    <DropTarget field={field} className={styles.open} ratio={ratio}>
      <Icon name={icon} size="l" />
      <div className="strong ink-2">{title}</div>
      {rules !== '' && <div className={classNames('small', styles.rules)}>{rules}</div>}
      <div className={styles.ways}>
        {isAddressOpen ? (
          <AddressRow label={`Web address for ${field.label}`} onAdd={onAddress} onClose={() => setIsAddressOpen(false)} />
        ) : (
          <>
            <Button id={id} aria-describedby={describedBy} icon="folder" onClick={() => services.browse(field, null)}>
              Browse…
            </Button>
            <Button look="quiet" icon="link" onClick={() => setIsAddressOpen(true)}>
              Web address
            </Button>
          </>
        )}
      </div>
    </DropTarget>
  )
}

/** The narrow well after the last picture of a list. */
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
      <Tooltip words="Drop, paste or browse">
        <button type="button" id={id} aria-label={`Add ${name}`} className={styles.add} onClick={() => services.browse(field, null)}>
          <Icon name="plus" size="l" />
          {name}
        </button>
      </Tooltip>
      <IconButton label={`Add ${name} by its web address`} icon="link" size="small" onClick={onOpenAddress} />
    </DropTarget>
  )
}

/** Stands where the picture will be while its file is looked into. */
export function ReadingWell({ ratio }: { readonly ratio: string }) {
  return (
    <div className={classNames(styles.well, styles.reading)} style={{ aspectRatio: ratio }}>
      Reading the file
    </div>
  )
}

export function AddressRow({
  label,
  onAdd,
  onClose
}: {
  readonly label: string
  readonly onAdd: (address: string) => void
  readonly onClose: () => void
}) {
  const [address, setAddress] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  function add(): void {
    if (address.trim() === '') return
    onAdd(address.trim())
    onClose()
  }
  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.address}>
      <TextField
        ref={input}
        icon="link"
        boxClassName={styles.addressBox}
        aria-label={label}
        inputMode="url"
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={keyDown}
      />
      <Button onClick={add}>Add</Button>
      <IconButton label="Close" icon="close" onClick={onClose} />
    </div>
  )
}

function DropTarget({
  field,
  className,
  ratio,
  children
}: {
  readonly field: MediaField
  readonly className: string | undefined
  readonly ratio?: string | undefined
  readonly children: ReactNode
}) {
  const services = useFormServices()
  const [isOver, setIsOver] = useState(false)
  function drop(event: DragEvent): void {
    setIsOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    services.addFiles(field, [...event.dataTransfer.files], null)
  }
  return (
    <div
      className={classNames(styles.well, className, services.isDragging && styles.over)}
      data-over={isOver || undefined}
      style={ratio === undefined ? undefined : { aspectRatio: ratio }}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
