import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useFocusFallbackById } from '../ui/use-focus-fallback.ts'
import styles from './url-input-row.module.css'
import { parseUrls, urlError } from './dropped-media.ts'

/** Input for a web address. The page can't access the network. Only the service opens the address, when it runs the task. */
export function UrlInputRow({
  fieldId,
  label,
  takesMany,
  onAdd,
  onClose
}: {
  /** ID of the field that gets focus when the row closes. */
  readonly fieldId: string
  readonly label: string
  /** True if the field accepts several addresses. The addresses in a pasted list are then added together. */
  readonly takesMany: boolean
  readonly onAdd: (addresses: readonly string[]) => void
  readonly onClose: () => void
}) {
  const id = useId()
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const row = useRef<HTMLDivElement>(null)
  useFocusFallbackById(row, fieldId)
  useEffect(() => input.current?.focus(), [])

  function add(): void {
    const typed = address.trim()
    const found = urlError(typed)
    setFault(found)
    if (found !== null) return input.current?.focus()
    onAdd([typed])
    onClose()
  }
  function paste(event: ClipboardEvent): void {
    const addresses = parseUrls(event.clipboardData.getData('text/plain'))
    event.stopPropagation()
    if (!takesMany || addresses.length < 2) return
    event.preventDefault()
    onAdd(addresses)
    onClose()
  }
  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    <div ref={row} className={styles.whole}>
      <div className={styles.row}>
        <SingleLineInput
          ref={input}
          icon="link"
          dir="ltr"
          boxClassName={styles.box}
          aria-label={label}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : id}
          inputMode="url"
          placeholder="https://"
          value={address}
          onPaste={paste}
          onChange={(event) => {
            setAddress(event.target.value)
            setFault(null)
          }}
          onKeyDown={keyDown}
        />
        <Button onClick={add}>{say('Add')}</Button>
        <IconButton label={say('Close')} icon="close" onClick={onClose} />
      </div>
      {fault !== null && <FieldError id={id}>{fault}</FieldError>}
    </div>
  )
}
