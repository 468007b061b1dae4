import type { Ref } from 'react'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { FieldControlProps } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './secret-input.module.css'

export type SecretInputHandle = {
  /** Returns the typed text. Don't keep it longer than needed. */
  readonly read: () => string
  readonly clear: () => void
  readonly focus: () => void
}

export type SecretInputProps = {
  readonly control: FieldControlProps
  readonly onEdit: () => void
  readonly ref: Ref<SecretInputHandle>
}

/**
 * Password input that React doesn't control. React stores an input's text on every keystroke, even if the input is uncontrolled. This
 * input is created manually, so only the DOM element holds the text. Unmounting removes the text.
 */
export function SecretInput({ control, onEdit, ref }: SecretInputProps) {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement | null>(null)

  useEffect(() => {
    const element = document.createElement('input')
    element.type = 'password'
    element.dir = 'ltr'
    element.className = styles.input ?? ''
    element.autocomplete = 'off'
    element.spellcheck = false
    element.maxLength = 4000
    input.current = element
    box.current?.append(element)
    return () => {
      element.value = ''
      element.remove()
      input.current = null
    }
  }, [])

  useEffect(() => {
    const element = input.current
    if (element === null) return
    element.addEventListener('input', onEdit)
    return () => element.removeEventListener('input', onEdit)
  }, [onEdit])

  useEffect(() => {
    const element = input.current
    if (element === null) return
    for (const [name, value] of Object.entries(control)) {
      if (value === undefined) element.removeAttribute(name)
      else element.setAttribute(name, String(value))
    }
  })

  useImperativeHandle(
    ref,
    () => ({
      read: () => input.current?.value ?? '',
      clear: () => {
        if (input.current) input.current.value = ''
      },
      focus: () => input.current?.focus()
    }),
    []
  )

  return (
    <div ref={box} className={styles.box}>
      <Icon name="key" size="s" />
    </div>
  )
}
