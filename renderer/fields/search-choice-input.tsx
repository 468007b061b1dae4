import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { ChoiceField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import { matchingOptions } from './matching-options.ts'
import { withNativeNames } from './native-language-name.ts'
import styles from './search-choice-input.module.css'

/** Input for choosing from a long list. Typing filters the options, arrow keys move, Enter chooses, and Escape closes the list. */
export function SearchChoiceInput({ field, value, onChange, problems }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const options = withNativeNames(field)
  const shown = options.find((option) => option.value === (value ?? field.default))
  /** Typed text. Null while the list is closed. */
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const found = text === null ? [] : matchingOptions(options, text)
  const chosen = found[Math.min(active, found.length - 1)]

  function open(): void {
    if (text !== null) return
    setText('')
    setActive(Math.max(0, shown === undefined ? 0 : options.indexOf(shown)))
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
      document.getElementById(optionId(found[next]?.index))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && text !== null && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (chosen !== undefined) take(chosen.index)
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
          <SingleLineInput
            {...control}
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={found.length === 0 ? undefined : `${id}-list`}
            aria-activedescendant={chosen === undefined ? undefined : optionId(chosen.index)}
            aria-autocomplete="list"
            aria-required={field.isRequired || undefined}
            placeholder={shown?.label ?? (field.isRequired ? say('Choose') : say('Service default'))}
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
                  label={say('Clear {label}', { label: field.label })}
                  icon="close"
                  size="small"
                  onClick={() => onChange(undefined)}
                />
              )
            }
          />
          {text !== null && found.length === 0 && <p className={classNames(styles.list, styles.none)}>{say('No matches.')}</p>}
          {found.length > 0 && (
            <div id={`${id}-list`} role="listbox" aria-label={field.label} className={styles.list}>
              {found.map((option) => (
                <div
                  key={option.index}
                  id={optionId(option.index)}
                  role="option"
                  aria-selected={shown !== undefined && option.value === shown.value}
                  className={classNames(styles.option, option === chosen && styles.active)}
                  // Chooses on pointer down, because the list closes when the box loses the focus.
                  onPointerDown={(event) => {
                    event.preventDefault()
                    take(option.index)
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
