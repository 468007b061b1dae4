import { useRef, useState } from 'react'
import type { JsonField } from '../../shared/fields.ts'
import { stepsOf, unfinishedJson } from '../../shared/fields.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Value } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import type { JsonEditorHandle } from './json-editor.tsx'
import { JsonEditor } from './json-editor.tsx'
import { offsetOfPath, placeOf } from './json-fault.ts'
import styles from './json-input.module.css'
import { jsonSkeleton } from './json-skeleton.ts'
import { jsonText, readJson } from './json-text.ts'

/** Something wrong in the text: where, and what. */
type Remark = {
  readonly offset: number
  readonly line: number
  readonly words: string
  /** The entry that it is about. */ readonly entry: string | null
}
const mostRemarks = 6

/** Any JSON, for shapes that no other input knows. Text that is not JSON yet is kept as text: the check then says that it can't go. */
export function JsonInput({ field, value, onChange, problems }: FieldInputProps<JsonField>) {
  const announce = useAnnounce()
  const editor = useRef<JsonEditorHandle>(null)
  const [text, setText] = useTextOf(value)
  const read = readJson(text)
  const remarks: readonly Remark[] = read.ok
    ? remarksOf(field, text, problems)
    : [
        {
          offset: read.fault.offset,
          line: read.fault.line,
          words: say('character {column}: {why}', { column: read.fault.column, why: read.fault.why }),
          entry: null
        }
      ]
  const skeleton = text.trim() === '' ? jsonSkeleton(field.schema) : undefined
  const hasSkeleton = skeleton !== undefined && JSON.stringify(skeleton).length > 2

  function write(typed: string): void {
    const now = readJson(typed)
    const next = now.ok ? now.value : unfinishedJson(typed)
    setText(typed, next)
    onChange(next)
  }
  function format(): void {
    if (!read.ok) return
    write(jsonText(read.value))
    announce(say('Formatted.'))
  }
  // One is led here from the list of reasons, to the very line.
  function lead(entry: unknown): void {
    const remark = remarks.find((one) => one.entry === entry) ?? remarks[0]
    if (remark !== undefined) editor.current?.show(remark.offset)
  }

  return (
    <FieldFrame
      field={field}
      problems={[]}
      error={remarks.length === 0 ? (problems[0]?.message ?? null) : null}
      aside={
        <span className={styles.tools}>
          {hasSkeleton && (
            <Button size="small" look="quiet" icon="plus" onClick={() => write(jsonText(skeleton))}>
              {say('Begin with its shape')}
            </Button>
          )}
          <Button size="small" look="quiet" notReady={!read.ok || text.trim() === '' || jsonText(read.value) === text} onClick={format}>
            {say('Format')}
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
              {remarks.slice(0, mostRemarks).map((remark) => (
                <li key={`${remark.offset} ${remark.words}`}>
                  <Icon name="warning" size="s" />
                  <span>
                    <button type="button" className={styles.line} onClick={() => editor.current?.show(remark.offset)}>
                      {say('Line {line, number}', { line: remark.line })}
                    </button>
                    {say(', {words}', { words: remark.words })}
                  </span>
                </li>
              ))}
              {remarks.length > mostRemarks && (
                <li className={styles.more}>{say('and {count, number} more', { count: remarks.length - mostRemarks })}</li>
              )}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** The text of the box. It follows the value when that is changed elsewhere: a preset, a form that begins anew. */
function useTextOf(value: Value | undefined): readonly [string, (text: string, value: Value | undefined) => void] {
  const [held, setHeld] = useState(() => ({ text: jsonText(value), value }))
  const isStale = held.value !== value && JSON.stringify(held.value) !== JSON.stringify(value)
  return [isStale ? jsonText(value) : held.text, (text, next) => setHeld({ text, value: next })]
}

/** Problems with the line of what they are about. One about the whole has none, and is said of the first line. */
function remarksOf(field: JsonField, text: string, problems: readonly Problem[]): readonly Remark[] {
  if (text.trim() === '') return []
  const own = stepsOf(field.name).length
  return problems.map((problem) => {
    const path = stepsOf(problem.field ?? '').slice(own)
    const offset = offsetOfPath(text, path)
    return { offset, line: placeOf(text, offset).line, words: problem.message, entry: problem.field }
  })
}
