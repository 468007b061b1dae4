import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { ChoiceField } from '../../shared/fields.ts'
import { say } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import { matchingOptions } from './matching-options.ts'
import styles from './search-choice-input.module.css'

/** One of a long list: typing finds, arrows go through what was found, Enter takes it, Escape leaves everything as it was. */
export function SearchChoiceInput({ field, value, onChange, problems }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const shown = field.options.find((option) => option.value === (value ?? field.default))
  /** What is typed; null: the list is closed. */
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const found = text === null ? [] : matchingOptions(field.options, text)
  const chosen = found[Math.min(active, found.length - 1)]

  function open(): void {
    if (text !== null) return
    setText('')
    setActive(Math.max(0, shown === undefined ? 0 : field.options.indexOf(shown)))
  }
  function take(place: number): void {
    onChange(field.options[place]?.value)
    setText(null)
  }
  function keyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (text === null) return open()
      const next = Math.min(Math.max(0, active + step), Math.max(0, found.length - 1))
      setActive(next)
      document.getElementById(optionId(found[next]?.place))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && text !== null && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (chosen !== undefined) take(chosen.place)
    } else if (event.key === 'Escape' && text !== null) {
      event.preventDefault()
      event.stopPropagation()
      setText(null)
    }
  }
  const optionId = (place: number | undefined): string => `${id}-option-${place ?? 'none'}`

  return (
    <FieldFrame field={field} problems={problems}>
      {(control) => (
        <div className={styles.place}>
          <TextField
            {...control}
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={found.length === 0 ? undefined : `${id}-list`}
            aria-activedescendant={chosen === undefined ? undefined : optionId(chosen.place)}
            aria-autocomplete="list"
            aria-required={field.isRequired || undefined}
            placeholder={shown?.label ?? (field.isRequired ? say('Choose') : say('Left to the service'))}
            value={text ?? (value === undefined ? '' : (shown?.label ?? ''))}
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
            }}
            onClick={open}
            onKeyDown={keyDown}
            onBlur={() => setText(null)}
            trailing={
              value === undefined ? (
                <Icon name="chevron-down" size="xs" />
              ) : (
                <IconButton
                  label={say('Take back {label}', { label: field.label })}
                  icon="close"
                  size="small"
                  onClick={() => onChange(undefined)}
                />
              )
            }
          />
          {text !== null && found.length === 0 && <p className={classNames(styles.list, styles.none)}>{say('Nothing is called that.')}</p>}
          {found.length > 0 && (
            <div id={`${id}-list`} role="listbox" aria-label={field.label} className={styles.list}>
              {found.map((option) => (
                <div
                  key={option.place}
                  id={optionId(option.place)}
                  role="option"
                  aria-selected={shown !== undefined && option.value === shown.value}
                  className={classNames(styles.option, option === chosen && styles.active)}
                  // Before the box loses the focus, which closes the list.
                  onPointerDown={(event) => {
                    event.preventDefault()
                    take(option.place)
                  }}
                >
                  {option.label}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
