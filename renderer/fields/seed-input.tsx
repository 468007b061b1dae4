import type { SeedField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { useFormServices } from './form-services.ts'
import { randomSeed } from './random-seed.ts'
import styles from './seed-input.module.css'
import { parseTypedNumber } from './parse-typed-number.ts'
import { useTypedText } from './use-typed-text.ts'

/**
 * Input for a seed. If the box is empty, the service chooses the seed. An unlocked seed changes after each task is sent, and a locked seed
 * stays the same. Typing a seed locks it.
 */
export function SeedInput({ field, value, onChange, problems }: FieldInputProps<SeedField>) {
  const { isSeedKept, setSeedKept } = useFormServices()
  const [text, type] = useTypedText(value, (typed) => {
    onChange(parseTypedNumber(typed))
    setSeedKept(field.name, typed.trim() !== '')
  })
  const isEmpty = text.trim() === ''
  const isKept = !isEmpty && isSeedKept(field.name)
  const roll = (): void => onChange(randomSeed(field.minimum, field.maximum, Math.random()))

  function toggleLock(): void {
    if (isEmpty) roll()
    setSeedKept(field.name, !isKept)
  }
  return (
    <FieldFrame field={field} aside={isEmpty ? null : isKept ? say('Locked') : say('Changes after sending')} problems={problems}>
      {(control) => (
        <div className={styles.row}>
          <SingleLineInput
            {...control}
            boxClassName={styles.box}
            className="num"
            inputMode="numeric"
            placeholder={say('Random')}
            value={text}
            onChange={(event) => type(event.target.value)}
            trailing={<IconButton label={say('New random seed')} icon="dice" size="small" onClick={roll} />}
          />
          <IconButton label={say('Lock seed')} icon={isKept ? 'lock' : 'lock-open'} variant="plain" pressed={isKept} onClick={toggleLock} />
        </div>
      )}
    </FieldFrame>
  )
}
