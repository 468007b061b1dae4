import type { SeedField } from '../../shared/fields.ts'
import { say } from '../../shared/words/say.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { useFormServices } from './form-services.ts'
import { randomSeed } from './random-seed.ts'
import styles from './seed-input.module.css'
import { typedNumber } from './typed-number.ts'
import { useTypedText } from './use-typed-text.ts'

/**
 * A seed: left alone it is random and nobody knows it; rolled, every run gets a new one that its recipe keeps; locked, it stays.
 * What is typed is locked, since it was typed to be kept.
 */
export function SeedInput({ field, value, onChange, problems }: FieldInputProps<SeedField>) {
  const { isSeedKept, keepSeed } = useFormServices()
  const [text, type] = useTypedText(value, (typed) => {
    onChange(typedNumber(typed))
    keepSeed(field.name, typed.trim() !== '')
  })
  const isEmpty = text.trim() === ''
  const isKept = !isEmpty && isSeedKept(field.name)
  const roll = (): void => onChange(randomSeed(field.minimum, field.maximum, Math.random()))

  function toggleLock(): void {
    if (isEmpty) roll()
    keepSeed(field.name, !isKept)
  }
  return (
    <FieldFrame
      field={field}
      aside={isEmpty ? say('random') : isKept ? say('kept for the next run') : say('a new one for the next run')}
      problems={problems}
    >
      {(control) => (
        <div className={styles.row}>
          <TextField
            {...control}
            boxClassName={styles.box}
            className="num"
            inputMode="numeric"
            placeholder={say('The service picks one')}
            value={text}
            onChange={(event) => type(event.target.value)}
            trailing={<IconButton label={say('Roll a seed')} icon="dice" size="small" onClick={roll} />}
          />
          <IconButton
            label={isKept ? say('Seed is kept') : say('Keep this seed')}
            icon={isKept ? 'lock' : 'lock-open'}
            look="plain"
            pressed={isKept}
            onClick={toggleLock}
          />
        </div>
      )}
    </FieldFrame>
  )
}
