import type { TextField as TextFieldOfForm } from '../../shared/form/fields.ts'
import { classNames } from '../ui/class-names.ts'
import { SingleLineInput } from '../ui/text-field.tsx'
import { ColorSwatch } from './color-swatch.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { LengthCounter } from './length-counter.tsx'
import { TextBox } from './text-box.tsx'
import styles from './text-input.module.css'

/** Input for a text: one line, or a box that grows. A colour also gets a swatch. The prompt has its own panel. */
export function TextInput({ field, value, onChange, problems, aside }: FieldInputProps<TextFieldOfForm>) {
  const text = typeof value === 'string' ? value : ''
  const change = (next: string): void => onChange(next === '' ? undefined : next)
  const placeholder = field.default ?? field.example ?? (field.isColor ? '#c8a58a' : undefined)
  const counter = field.maxLength !== null && !field.isColor && <LengthCounter text={text} maxLength={field.maxLength} />
  return (
    <FieldFrame field={field} aside={aside ?? counter} problems={problems} isGroup={field.isLong}>
      {(control) =>
        field.isLong ? (
          <div className={styles.box}>
            <TextBox
              id={control.id}
              label={field.label}
              describedBy={control['aria-describedby']}
              isInvalid={control['aria-invalid'] ?? false}
              isRequired={field.isRequired}
              isReading={isLongText(field)}
              className={classNames(styles.editor, isLongText(field) && styles.main)}
              value={text}
              onChange={change}
              maxLength={field.maxLength}
              {...(placeholder !== undefined && { placeholder })}
            />
          </div>
        ) : (
          <SingleLineInput
            {...control}
            aria-required={field.isRequired || undefined}
            placeholder={placeholder}
            value={text}
            onChange={(event) => change(event.target.value)}
            trailing={
              field.isColor ? <ColorSwatch label={field.label} value={text || (field.default ?? '')} onChange={change} /> : undefined
            }
          />
        )
      }
    </FieldFrame>
  )
}

/** Minimum `maxLength` of a required text that gets the space of a prompt, in characters. */
const minLongTextLength = 1000

/** True for a required long text, such as text to be read aloud. It gets the space and font of a prompt. */
function isLongText({ isRequired, maxLength }: TextFieldOfForm): boolean {
  return isRequired && maxLength !== null && maxLength >= minLongTextLength
}
