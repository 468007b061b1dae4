import { useState } from 'react'
import type { FaceSelectionMode } from '../../shared/task/faces.ts'
import { Button } from '../ui/button.tsx'
import { LabelledField } from '../ui/field.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { say } from '../../shared/i18n/say.ts'
import { faceFormFields, parseFaceFormValues, type FaceFormField } from './face-form-fields.ts'
import type { FaceChoice } from './use-face-choice.ts'
import styles from './faces-view.module.css'
import { SelectionRejection } from './selection-rejection.tsx'

export type FaceFormProps = {
  readonly mode: FaceSelectionMode & { readonly kind: 'form' }
  readonly title: string
  readonly choice: FaceChoice
}

/**
 * Form generated from a tool's own schema. Used if Kiln doesn't recognise the tool's format for faces. Doesn't show fields for values that
 * Kiln knows.
 */
export function FaceForm({ mode, title, choice: { typed, type, isSending, refusal, send } }: FaceFormProps) {
  const fields = faceFormFields(mode.schema, mode.known)
  const [wasTried, setWasTried] = useState(false)
  const read = parseFaceFormValues(fields, typed)
  function trySending(): void {
    setWasTried(true)
    if (read.ok) void send({ kind: 'form', values: read.values })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        trySending()
      }}
    >
      <p className={styles.consequence}>
        {say(
          '{title} needs input in a format that Kiln doesn’t recognise. Fill in the fields. Your selection is sent once and can’t be changed afterwards.',
          {
            title
          }
        )}
      </p>
      {fields.map((field: FaceFormField) => (
        <LabelledField
          key={field.name}
          label={field.label}
          aside={field.isRequired ? null : say('optional')}
          help={field.help}
          error={wasTried && !read.ok ? read.problems.get(field.name) : undefined}
          className={styles.formField}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={field.isText ? 1 : 3}
              spellCheck={false}
              value={typed[field.name] ?? ''}
              onChange={(event) => type(field.name, event.target.value)}
            />
          )}
        </LabelledField>
      ))}
      <SelectionRejection refusal={refusal} />
      <Button submits variant="go" size="big" wide busy={isSending && say('Sending…')}>
        {say('Send selection')}
      </Button>
    </form>
  )
}
