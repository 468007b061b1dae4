import { useState } from 'react'
import type { JsonField } from '../../shared/fields.ts'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-field.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import styles from './json-input.module.css'
import { jsonText, readJson } from './json-text.ts'

/** Any JSON, for shapes that no other input knows. Text that is not JSON yet is kept as text: the check then says that it can't go. */
export function JsonInput({ field, value, onChange, problems }: FieldInputProps<JsonField>) {
  const [text, setText] = useState(() => jsonText(value))
  const read = readJson(text)
  return (
    <Field
      id={fieldElementId(field.name)}
      label={field.label}
      aside="JSON"
      help={field.help}
      error={read.ok ? firstMessage(problems) : read.why}
    >
      {(control) => (
        <TextArea
          {...control}
          className={styles.area}
          spellCheck={false}
          placeholder={field.isRest ? '{ "name": "value" }' : undefined}
          value={text}
          onChange={(event) => {
            const typed = event.target.value
            const now = readJson(typed)
            setText(typed)
            onChange(now.ok ? now.value : typed)
          }}
        />
      )}
    </Field>
  )
}
