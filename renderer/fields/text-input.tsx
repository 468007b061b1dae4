import type { TextField as TextFieldOfForm } from '../../shared/fields.ts'
import { Field } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { LengthCounter } from './length-counter.tsx'
import { TextBox } from './text-box.tsx'
import styles from './text-input.module.css'

/** A text: one line, or a box that grows. The prompt has a panel of its own. */
export function TextInput({ field, value, onChange, problems, aside }: FieldInputProps<TextFieldOfForm>) {
  const text = typeof value === 'string' ? value : ''
  const change = (next: string): void => onChange(next === '' ? undefined : next)
  const placeholder = field.default ?? undefined
  return (
    <Field
      id={fieldElementId(field.name)}
      label={field.label}
      aside={aside ?? (field.maxLength !== null && <LengthCounter text={text} maxLength={field.maxLength} />)}
      help={field.help}
      error={firstMessage(problems)}
      isGroup={field.isLong}
    >
      {(control) =>
        field.isLong ? (
          <div className={styles.box}>
            <TextBox
              id={control.id}
              label={field.label}
              describedBy={control['aria-describedby']}
              isInvalid={control['aria-invalid'] ?? false}
              isRequired={field.isRequired}
              isReading={false}
              className={styles.editor}
              value={text}
              onChange={change}
              maxLength={field.maxLength}
              {...(placeholder !== undefined && { placeholder })}
            />
          </div>
        ) : (
          <TextField
            {...control}
            aria-required={field.isRequired || undefined}
            placeholder={placeholder}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </Field>
  )
}
