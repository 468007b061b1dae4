import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { mediaFieldNoun } from '../media/media-names.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useFocusFallbackById } from '../ui/use-focus-fallback.ts'
import { UrlInputRow } from './url-input-row.tsx'
import { useFormServices } from './form-services.ts'
import { useMediaDrop } from './use-media-drop.ts'
import { mediaRuleText } from './media-list.ts'
import { MediaSources } from './media-sources.tsx'
import styles from './media-drop-zone.module.css'
import { useMediaSize } from './placement.ts'
import { mediaFieldIcon, dropZoneText } from './media-text.ts'

/** Empty media field. Accepts media by drop, paste, file choice, library, camera, microphone or web URL. */
export function EmptyDropZone({
  id,
  field,
  name,
  describedBy,
  label
}: {
  readonly id: string
  readonly field: MediaField
  /** Name of the item to add, such as "image 1" or "Target photo". */
  readonly name: string
  readonly describedBy?: string | undefined
  /** Label of the field, shown inside a compact drop zone. */
  readonly label?: ReactNode
}) {
  const services = useFormServices()
  const [isAddressOpen, setIsAddressOpen] = useState(false)
  const isCompact = useMediaSize() === 'compact'
  const rules = mediaRuleText(field)
  const invitation = dropZoneText(field, services.maskTarget(field) !== null)
  return (
    <DropTarget id={id} field={field} className={isCompact ? styles.row : styles.open}>
      {isCompact ? (
        <div className={styles.rowHead}>
          {label}
          <span className="small cut" title={rules === '' ? invitation : rules}>
            {invitation}
          </span>
        </div>
      ) : (
        <>
          <Icon name={mediaFieldIcon(field)} size="l" />
          <div className="strong ink-2">{invitation}</div>
          {rules !== '' && <div className={classNames('small', styles.rules)}>{rules}</div>}
        </>
      )}
      <div className={isCompact ? styles.rowWays : styles.ways}>
        {isAddressOpen ? (
          <UrlInputRow
            fieldId={id}
            label={say('Web address of {name}', { name })}
            takesMany={field.isMany}
            onAdd={(addresses) => services.addValues(field, addresses, null)}
            onClose={() => setIsAddressOpen(false)}
          />
        ) : (
          <MediaSources
            isSmall={isCompact}
            id={id}
            field={field}
            name={name}
            describedBy={describedBy}
            onOpenAddress={() => setIsAddressOpen(true)}
          />
        )}
      </div>
    </DropTarget>
  )
}

/** Narrow drop zone after the last item of a list, for adding another item. */
export function AddMediaDropZone({
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
  const isCompact = useMediaSize() === 'compact'
  return (
    <DropTarget id={id} field={field} className={classNames(styles.small, isCompact && styles.tile)}>
      <Tooltip label={say('Drop, paste or browse')}>
        <button
          type="button"
          id={id}
          aria-label={say('Add {name}', { name })}
          className={styles.add}
          onClick={() => services.browse(field, null)}
        >
          <Icon name="plus" size={isCompact ? 's' : 'l'} />
          {say('Add {name}', { name: mediaFieldNoun(field) })}
        </button>
      </Tooltip>
      <div className={styles.smallWays}>
        <MediaSources isSmall field={field} name={name} onOpenAddress={onOpenAddress} />
      </div>
    </DropTarget>
  )
}

/**
 * Placeholder shown while a file is inspected. `id` is the element ID of the field's only drop zone. The placeholder uses this ID, so that
 * the focus moves to the placeholder.
 */
export function LoadingDropZone({ id, isListed = false }: { readonly id?: string; readonly isListed?: boolean }) {
  const dropZone = useRef<HTMLDivElement>(null)
  useFocusFallbackById(dropZone, id ?? '')
  const isCompact = useMediaSize() === 'compact'
  return (
    <div
      ref={dropZone}
      id={id}
      tabIndex={-1}
      className={classNames(styles.well, styles.reading, isListed && styles.listed, isCompact && styles.readingInRow)}
    >
      {say('Checking the file…')}
    </div>
  )
}

function DropTarget({
  id,
  field,
  className,
  children
}: {
  /** ID of the button inside the drop zone. After the drop zone is filled, the media slot has this ID. */
  readonly id: string
  readonly field: MediaField
  readonly className: string | undefined
  readonly children: ReactNode
}) {
  const services = useFormServices()
  const { isOver, dropProps } = useMediaDrop(field, null)
  const target = useRef<HTMLDivElement>(null)
  useFocusFallbackById(target, id)
  return (
    <div
      ref={target}
      className={classNames(styles.well, className, services.isDragging && styles.wanted, isOver && styles.over)}
      {...dropProps}
    >
      {children}
    </div>
  )
}
