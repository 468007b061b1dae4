import { type KeyboardEvent, useState } from 'react'
import type { NumberField } from '../../shared/form/fields.ts'
import { numberStepSize } from '../../shared/form/fields.ts'
import { appendUnit } from '../../shared/form/fields/append-unit.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { mirrorArrowKey } from '../ui/reading-direction-provider.tsx'
import { Slider } from '../ui/slider.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import styles from './number-input.module.css'
import { groupThousands, rangeText, numberAfterKey } from './number-steps.ts'
import { parseTypedNumber } from './parse-typed-number.ts'
import { useTypedText } from './use-typed-text.ts'

/**
 * Input for a number: a text box, and a slider if both bounds are known. In both, the up and down arrow keys change the number. With Shift,
 * they step ten times as far.
 */
export function NumberInput({ field, value, onChange, problems, aside }: FieldInputProps<NumberField>) {
  const shown = value ?? field.default
  const [text, type] = useTypedText(value, (typed) => onChange(parseTypedNumber(typed)))
  const { minimum, maximum } = field
  const hasSlider = minimum !== null && maximum !== null && minimum < maximum
  const step = numberStepSize(field)
  const now = typeof shown === 'number' ? shown : null
  const [isTyping, setIsTyping] = useState(false)

  function stepByKey(event: KeyboardEvent): void {
    const next = numberAfterKey(field, now, mirrorArrowKey(event), event.shiftKey)
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <FieldFrame field={field} aside={aside ?? rangeText(field)} problems={problems}>
      {(control) => (
        <div className={styles.row}>
          {hasSlider && (
            <Slider
              label={field.label}
              min={field.isMinimumOpen ? minimum + step : minimum}
              max={field.isMaximumOpen ? maximum - step : maximum}
              step={step}
              value={now === null ? minimum : Math.min(Math.max(now, minimum), maximum)}
              isUnset={now === null}
              valueText={now === null ? say('not set') : appendUnit(String(now), field.unit)}
              onChange={onChange}
              onKeyDown={stepByKey}
            />
          )}
          <SingleLineInput
            {...control}
            boxClassName={hasSlider ? styles.box : styles.alone}
            className={classNames(hasSlider ? styles.input : 'num', field.default !== null && styles.default)}
            inputMode={field.isInteger ? 'numeric' : 'decimal'}
            placeholder={
              field.default !== null
                ? groupThousands(String(field.default), field.default)
                : hasSlider && field.unit !== null
                  ? '–'
                  : say('Not set')
            }
            // Groups thousands as in the text about the range, except while the user types.
            value={isTyping || now === null || value === undefined ? text : groupThousands(text, now)}
            onFocus={() => setIsTyping(true)}
            onBlur={() => setIsTyping(false)}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              // In text, these keys move the caret.
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') stepByKey(event)
            }}
            trailing={field.unit === null ? undefined : <span className="small">{field.unit}</span>}
          />
        </div>
      )}
    </FieldFrame>
  )
}
