import { useRef, useState } from 'react'
import type { JsonField } from '../../shared/form/fields.ts'
import { fieldNameSteps, markUnfinishedJson } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { Value } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { problemTextBesideValue } from '../../shared/phrases/problem-phrases.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { FieldFrame } from './field-frame.tsx'
import { type FieldInputProps, firstMessage } from './field-input-props.ts'
import type { JsonEditorHandle } from './json-editor.tsx'
import { JsonEditor } from './json-editor.tsx'
import { offsetOfPath, lineAndColumnOf } from './json-syntax-error.ts'
import styles from './json-input.module.css'
import { jsonTemplate } from './json-template.ts'
import { jsonText, parseJsonText } from './json-text.ts'

/** An error in the text. `offset` is a zero-based UTF-16 offset, and `line` is one-based. */
type Remark = {
  readonly offset: number
  readonly line: number
  /** Column of a syntax error, one-based. Null for an invalid value. */
  readonly column: number | null
  readonly message: string
  /** Name of the field with the error. Null for a syntax error, or if the problem doesn't name a field. */
  readonly entry: string | null
}
const maxRemarks = 6

/**
 * Input for any JSON value, used for schemas that no other input supports. Invalid JSON is kept as unfinished text, and validation reports
 * the error.
 */
export function JsonInput({ field, value, onChange, problems }: FieldInputProps<JsonField>) {
  const announce = useAnnounce()
  const editor = useRef<JsonEditorHandle>(null)
  const [text, setText] = useTextOf(value)
  const read = parseJsonText(text)
  const remarks: readonly Remark[] = read.ok
    ? remarksOf(field, text, problems)
    : [
        {
          offset: read.fault.offset,
          line: read.fault.line,
          column: read.fault.column,
          message: read.fault.reason,
          entry: null
        }
      ]
  const skeleton = text.trim() === '' ? jsonTemplate(field.schema) : undefined
  const hasSkeleton = skeleton !== undefined && JSON.stringify(skeleton).length > 2

  function write(typed: string): void {
    const now = parseJsonText(typed)
    const next = now.ok ? now.value : markUnfinishedJson(typed)
    setText(typed, next)
    onChange(next)
  }
  function format(): void {
    if (!read.ok) return
    write(jsonText(read.value))
    announce(say('Formatted.'))
  }
  // Selects the line of the error when the user follows a validation error's link.
  function lead(entry: unknown): void {
    const remark = remarks.find((one) => one.entry === entry) ?? remarks[0]
    if (remark !== undefined) editor.current?.show(remark.offset)
  }

  return (
    <FieldFrame
      field={field}
      problems={[]}
      error={remarks.length === 0 ? firstMessage(problems) : null}
      aside={
        <span className={styles.tools}>
          {hasSkeleton && (
            <Button size="small" variant="quiet" icon="plus" onClick={() => write(jsonText(skeleton))}>
              {say('Insert template')}
            </Button>
          )}
          <Button size="small" variant="plain" notReady={!read.ok || text.trim() === '' || jsonText(read.value) === text} onClick={format}>
            {say('Format JSON')}
          </Button>
        </span>
      }
    >
      {(control) => (
        <>
          <JsonEditor
            {...control}
            ref={editor}
            value={text}
            badLines={remarks.map(({ line }) => line)}
            isInvalid={remarks.length > 0 || problems.length > 0}
            remarksId={`${control.id}-remarks`}
            isRequired={field.isRequired}
            placeholder={field.isRest ? '{ "name": "value" }' : 'JSON'}
            onChange={write}
            onLead={lead}
          />
          {remarks.length > 0 && (
            <ul id={`${control.id}-remarks`} className={styles.remarks}>
              {remarks.slice(0, maxRemarks).map((remark) => (
                <li key={`${remark.offset} ${remark.message}`}>
                  <Icon name="warning" size="s" />
                  <span>
                    <button type="button" className={styles.line} onClick={() => editor.current?.show(remark.offset)}>
                      {remark.column === null
                        ? say('Line {line, number}', { line: remark.line })
                        : say('Line {line, number}, character {column, number}', { line: remark.line, column: remark.column })}
                    </button>
                    {say(': {words}', { words: remark.message })}
                  </span>
                </li>
              ))}
              {remarks.length > maxRemarks && (
                <li className={styles.more}>{say('and {count, number} more', { count: remarks.length - maxRemarks })}</li>
              )}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/**
 * Returns the editor text and a function that sets it. If `value` changes elsewhere, for example through a preset, the text is replaced.
 */
function useTextOf(value: Value | undefined): readonly [string, (text: string, value: Value | undefined) => void] {
  const [held, setHeld] = useState(() => ({ text: jsonText(value), value }))
  const isStale = held.value !== value && JSON.stringify(held.value) !== JSON.stringify(value)
  return [isStale ? jsonText(value) : held.text, (text, next) => setHeld({ text, value: next })]
}

/** Returns `problems` with their positions in `text`. Empty if `text` is blank. A problem with the whole value is placed at its start. */
function remarksOf(field: JsonField, text: string, problems: readonly SubmissionProblem[]): readonly Remark[] {
  if (text.trim() === '') return []
  const own = fieldNameSteps(field.name).length
  return problems.map((problem) => {
    const path = fieldNameSteps(problem.field ?? '').slice(own)
    const offset = offsetOfPath(text, path)
    return {
      offset,
      line: lineAndColumnOf(text, offset).line,
      column: null,
      message: problemTextBesideValue(problem),
      entry: problem.field
    }
  })
}
