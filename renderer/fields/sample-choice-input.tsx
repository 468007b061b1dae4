import type { ChoiceField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ClearChoiceButton, FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import { useFormServices } from './form-services.ts'
import styles from './sample-choice-input.module.css'
import { useSamplePlayer } from './use-sample-player.ts'

/** Input for a choice between options with audio samples, such as voices. Each sample has a play button. */
export function SampleChoiceInput(props: FieldInputProps<ChoiceField>) {
  const { field, value, onChange, problems } = props
  const id = fieldElementId(field.name)
  const canBeCleared = field.default === null && !field.isRequired
  const clearButton = <ClearChoiceButton label={field.label} isChosen={value !== undefined} onClear={() => onChange(undefined)} />
  return (
    <FieldFrame field={field} problems={problems} isGroup aside={canBeCleared ? clearButton : undefined}>
      {(control) => (
        <div
          id={id}
          tabIndex={-1}
          role="group"
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
          className={styles.list}
        >
          <SampleList {...props} />
        </div>
      )}
    </FieldFrame>
  )
}

function SampleList({ field, value, onChange }: FieldInputProps<ChoiceField>) {
  const { loadSample } = useFormServices()
  const { playing, toggle } = useSamplePlayer((index) => loadSample(field.name, index))
  const chosen = value ?? field.default
  return field.options.map((option, index) => (
    <div key={option.label} className={classNames(styles.option, option.value === chosen && styles.chosen)}>
      <label className={styles.name}>
        <input
          type="radio"
          name={`${fieldElementId(field.name)}-option`}
          checked={option.value === chosen}
          onChange={() => onChange(option.value)}
        />
        <span className="cut">{option.label}</span>
      </label>
      {option.sampleUrl !== undefined && (
        <IconButton
          size="small"
          icon={playing === index ? 'stop' : 'play'}
          label={
            playing === index
              ? say('Stop the sample of {name}', { name: option.label })
              : say('Play a sample of {name}', { name: option.label })
          }
          onClick={() => toggle(index)}
        />
      )}
    </div>
  ))
}
