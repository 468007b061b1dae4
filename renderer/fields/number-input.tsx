import type { KeyboardEvent } from 'react'
import type { NumberField } from '../../shared/fields.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { countWords } from '../ui/figures.ts'
import { keyAsRead } from '../ui/reading-direction.tsx'
import { Slider } from '../ui/slider.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import styles from './number-input.module.css'
import { slidingStep, steppedNumber } from './number-steps.ts'
import { typedNumber } from './typed-number.ts'
import { useTypedText } from './use-typed-text.ts'

/** A number: a box, and a slider where both ends are known. Arrows step in both, with Shift ten times as far. */
export function NumberInput({ field, value, onChange, problems, aside }: FieldInputProps<NumberField>) {
  const shown = value ?? field.default
  const [text, type] = useTypedText(value, (typed) => onChange(typedNumber(typed)))
  const { minimum, maximum } = field
  const hasSlider = minimum !== null && maximum !== null && minimum < maximum
  const step = slidingStep(field)
  const now = typeof shown === 'number' ? shown : null

  function stepByKey(event: KeyboardEvent): void {
    const next = steppedNumber(field, now, keyAsRead(event), event.shiftKey)
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <FieldFrame field={field} aside={aside ?? rangeWords(field)} problems={problems}>
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
              valueText={now === null ? say('not set') : [String(now), field.unit].filter(Boolean).join(' ')}
              onChange={onChange}
              onKeyDown={stepByKey}
            />
          )}
          <TextField
            {...control}
            boxClassName={hasSlider ? styles.box : styles.alone}
            className={hasSlider ? styles.input : 'num'}
            inputMode={field.isWhole ? 'numeric' : 'decimal'}
            placeholder={field.default !== null ? String(field.default) : hasSlider && field.unit !== null ? '–' : say('Not set')}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={stepByKey}
            trailing={field.unit === null ? undefined : <span className="small">{field.unit}</span>}
          />
        </div>
      )}
    </FieldFrame>
  )
}

function rangeWords({ minimum, maximum, isMinimumOpen, isMaximumOpen }: NumberField): string | undefined {
  const least = minimum === null ? null : isMinimumOpen ? say('more than {least, number}', { least: minimum }) : countWords(minimum)
  const most = maximum === null ? null : isMaximumOpen ? say('less than {most, number}', { most: maximum }) : countWords(maximum)
  if (least !== null && most !== null)
    return isMinimumOpen || isMaximumOpen ? phrases(least, most) : say('{least} to {most}', { least, most })
  if (least !== null) return isMinimumOpen ? least : say('{least} or more', { least })
  return most === null ? undefined : isMaximumOpen ? most : say('up to {most}', { most })
}
