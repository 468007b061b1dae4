import type { NumberField } from '../../shared/fields.ts'
import { Field } from '../ui/field.tsx'
import { Slider } from '../ui/slider.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import styles from './number-input.module.css'
import { typedNumber } from './typed-number.ts'
import { useTypedText } from './use-typed-text.ts'

/** Parts of the way between the bounds that a slider without a step of its own moves by. */
const slidingSteps = 100

/** A number: a box, and a slider where both ends are known. */
export function NumberInput({ field, value, onChange, problems, aside }: FieldInputProps<NumberField>) {
  const shown = value ?? field.default
  const [text, type] = useTypedText(value, (typed) => onChange(typedNumber(typed)))
  const { minimum, maximum } = field
  const hasSlider = minimum !== null && maximum !== null && minimum < maximum
  return (
    <Field
      id={fieldElementId(field.name)}
      label={field.label}
      aside={aside ?? rangeWords(field)}
      help={field.help}
      error={firstMessage(problems)}
    >
      {(control) => (
        <div className={styles.row}>
          {hasSlider && (
            <Slider
              label={field.label}
              min={minimum}
              max={maximum}
              step={field.step ?? (maximum - minimum) / slidingSteps}
              value={typeof shown === 'number' ? Math.min(Math.max(shown, minimum), maximum) : minimum}
              {...(field.unit !== null && typeof shown === 'number' && { valueText: `${shown} ${field.unit}` })}
              onChange={onChange}
            />
          )}
          <TextField
            {...control}
            boxClassName={hasSlider ? styles.box : styles.alone}
            className={hasSlider ? styles.input : 'num'}
            inputMode={field.isWhole ? 'numeric' : 'decimal'}
            placeholder={field.default !== null ? String(field.default) : hasSlider && field.unit !== null ? '–' : 'Not set'}
            value={text}
            onChange={(event) => type(event.target.value)}
            trailing={field.unit === null ? undefined : <span className="small">{field.unit}</span>}
          />
        </div>
      )}
    </Field>
  )
}

function rangeWords({ minimum, maximum }: NumberField): string | undefined {
  if (minimum !== null && maximum !== null) return `${minimum} to ${maximum}`
  if (minimum !== null) return `${minimum} or more`
  return maximum === null ? undefined : `up to ${maximum}`
}
