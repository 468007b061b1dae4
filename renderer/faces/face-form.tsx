import { useState } from 'react'
import type { FaceWay } from '../../shared/faces.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-field.tsx'
import type { Values } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import { fieldsToFill, typedToValues, type FieldToFill } from './face-form-fields.ts'
import styles from './faces-view.module.css'

export type FaceFormProps = {
  readonly way: FaceWay & { readonly kind: 'form' }
  readonly title: string
  readonly isSending: boolean
  readonly refusal: string | null
  readonly onSend: (values: Values) => void
}

/** The tool's own schema as a form, where Kiln does not understand how it takes faces. What is known is filled in already. */
export function FaceForm({ way, title, isSending, refusal, onSend }: FaceFormProps) {
  const fields = fieldsToFill(way.schema, way.known)
  const [typed, setTyped] = useState<{ readonly [name: string]: string }>({})
  const [wasTried, setWasTried] = useState(false)
  const read = typedToValues(fields, typed)
  function send(): void {
    setWasTried(true)
    if (read.ok) onSend(read.values)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className={styles.consequence}>
        {say('{title} asks in a way that Kiln does not know. Fill in what it asks for; it is sent once and can’t be taken back.', {
          title
        })}
      </p>
      {fields.map((field: FieldToFill) => (
        <Field
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
              onChange={(event) => setTyped((before) => ({ ...before, [field.name]: event.target.value }))}
            />
          )}
        </Field>
      ))}
      {refusal !== null && (
        <div className={styles.refusal}>
          <Banner tone="failed" icon="warning" title={say('The choice was not sent')}>
            {refusal}
          </Banner>
        </div>
      )}
      <Button submits look="go" size="big" wide busy={isSending && say('Sending')}>
        {say('Send the choice')}
      </Button>
    </form>
  )
}
