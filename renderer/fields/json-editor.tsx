import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import type { FieldControlProps } from '../ui/field.tsx'
import styles from './json-editor.module.css'
import { newLineIndentation } from './json-text.ts'
import { showErrorEventName } from './use-text-editor.ts'

const lineHeight = 20
/** Minimum length of a paste that bypasses the browser's own paste, in characters. */
const largePaste = 20_000

/** `show` selects the text from `offset` to the end of the line. It also scrolls the text into view and focuses the editor. */
export type JsonEditorHandle = { readonly show: (offset: number) => void }

/**
 * Code editor with line numbers, markers beside lines with errors, and automatic indentation. Tab indents only after the user has typed, so
 * that keyboard users can move past the editor. After Escape, Tab moves focus again.
 */
export function JsonEditor({
  ref,
  value,
  badLines,
  isInvalid,
  remarksId,
  isRequired,
  placeholder,
  onChange,
  onLead,
  ...control
}: FieldControlProps & {
  readonly ref: Ref<JsonEditorHandle>
  readonly value: string
  /** Lines with errors, one-based. */
  readonly badLines: readonly number[]
  readonly isInvalid: boolean
  /** ID of the element that describes the errors. */
  readonly remarksId: string
  readonly isRequired: boolean
  readonly placeholder: string
  readonly onChange: (text: string) => void
  /** Called when the user follows a validation error's link. `entry` is the name of the field with the error. */
  readonly onLead: (entry: unknown) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const [holdsTab, setHoldsTab] = useState(false)
  const lineCount = useMemo(() => value.split('\n').length, [value])
  const numbers = useMemo(() => Array.from({ length: lineCount }, (_, place) => place + 1).join('\n'), [lineCount])
  const bad = [...new Set(badLines)]

  useImperativeHandle(ref, () => ({
    show: (offset) => {
      const element = box.current
      if (element === null) return
      const end = element.value.indexOf('\n', offset)
      element.focus()
      element.setSelectionRange(offset, end === -1 ? element.value.length : end)
      const line = element.value.slice(0, offset).split('\n').length
      scroller.current?.scrollTo({ top: line * lineHeight - scroller.current.clientHeight / 2, left: 0 })
      scroller.current?.scrollIntoView({ block: 'nearest' })
    }
  }))
  const lead = useEffectEvent(onLead)
  useEffect(() => {
    const element = box.current
    const hear = (event: Event): void => lead(event instanceof CustomEvent ? event.detail : null)
    element?.addEventListener(showErrorEventName, hear)
    return () => element?.removeEventListener(showErrorEventName, hear)
  }, [])

  function keyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key === 'Escape' && holdsTab) {
      event.stopPropagation()
      setHoldsTab(false)
    } else if (event.key === 'Tab' && holdsTab && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (event.shiftKey) outdent(event.currentTarget)
      else insert('  ')
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const indent = newLineIndentation(value, selectionStart)
      const closes = /^\s*[}\]]/.test(value.slice(selectionEnd)) && /[{[]\s*$/.test(value.slice(0, selectionStart))
      insert(`\n${indent}`)
      if (closes) insertBehind(event.currentTarget, `\n${indent.slice(2)}`)
    }
  }
  // The browser's own paste takes seconds for ten thousand lines. This paste is fast, but can't be undone.
  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const words = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n')
    event.stopPropagation()
    if (words.length < largePaste) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    setHoldsTab(true)
    onChange(value.slice(0, selectionStart) + words + value.slice(selectionEnd))
  }
  return (
    <div dir="ltr" className={classNames(styles.frame, isInvalid && styles.wrong)}>
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.sheet}>
          <pre className={styles.numbers} aria-hidden="true">
            {numbers}
          </pre>
          {bad.map((line) => (
            <span key={line} className={styles.mark} style={{ top: 10 + (line - 1) * lineHeight }} />
          ))}
          <textarea
            {...control}
            ref={box}
            aria-invalid={isInvalid || undefined}
            aria-required={isRequired || undefined}
            aria-describedby={[control['aria-describedby'], badLines.length > 0 ? remarksId : '', `${control.id}-keys`]
              .filter(Boolean)
              .join(' ')}
            className={styles.text}
            spellCheck={false}
            autoComplete="off"
            wrap="off"
            placeholder={placeholder}
            value={value}
            onChange={(event) => {
              setHoldsTab(true)
              onChange(event.target.value)
            }}
            onKeyDown={keyDown}
            onPaste={paste}
            onBlur={() => setHoldsTab(false)}
          />
        </div>
      </div>
      <p id={`${control.id}-keys`} className={classNames(styles.keys, holdsTab && styles.shown)}>
        {say('Tab indents. Press Esc, then Tab, to move to the next field.')}
      </p>
    </div>
  )
}

/** Inserts text at the caret with an editing command. No other method keeps the browser's own undo history in a text box. */
function insert(words: string): void {
  document.execCommand('insertText', false, words)
}

/** Inserts text after the caret. The caret doesn't move. */
function insertBehind(box: HTMLTextAreaElement, words: string): void {
  const caret = box.selectionStart
  insert(words)
  box.setSelectionRange(caret, caret)
}

/** Removes up to two spaces from the start of the caret's line. */
function outdent(box: HTMLTextAreaElement): void {
  const caret = box.selectionStart
  const start = box.value.lastIndexOf('\n', caret - 1) + 1
  const spaces = /^ {1,2}/.exec(box.value.slice(start))?.[0].length ?? 0
  if (spaces === 0) return
  box.setSelectionRange(start, start + spaces)
  document.execCommand('delete')
  const back = Math.max(start, caret - spaces)
  box.setSelectionRange(back, back)
}
