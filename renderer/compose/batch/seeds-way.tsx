import { say } from '../../../shared/words/say.ts'
import { Field } from '../../ui/field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { seedFieldOf } from './batch-wish.ts'
import type { WayProps } from './way-props.ts'
import styles from './ways.module.css'

/** The same form again and again, each time with another seed. */
export function SeedsWay({ fields, wish, onChange }: WayProps) {
  const { seeds } = wish
  const field = seedFieldOf(fields)
  const change = (next: Partial<typeof seeds>): void => onChange({ ...wish, seeds: { ...seeds, ...next } })
  return (
    <>
      <p className={styles.words}>
        {field === null
          ? say('Sends the form several times. It takes no seed: every run differs by itself.')
          : say('Sends the form several times, each with a seed of its own, so that every result can be made again.')}
      </p>
      <Field label={say('How often')} className={styles.part} help={say('At most 5,000.')}>
        {(control) => (
          <TextField
            {...control}
            className="num"
            inputMode="numeric"
            value={seeds.count}
            onChange={(event) => change({ count: event.target.value })}
          />
        )}
      </Field>
      {field !== null && (
        <Field label={say('Seeds')} isGroup id="batch-seeds" className={styles.part}>
          {() => (
            <Segments
              labelledBy="batch-seeds-label"
              wide
              options={[
                { value: 'any', label: say('Any') },
                { value: 'up', label: say('Counting up') }
              ]}
              value={seeds.isCountingUp ? 'up' : 'any'}
              onChange={(kind) => change({ isCountingUp: kind === 'up' })}
            />
          )}
        </Field>
      )}
      {field !== null && seeds.isCountingUp && (
        <Field label={say('First seed')} className={styles.part}>
          {(control) => (
            <TextField
              {...control}
              className="num"
              inputMode="numeric"
              value={seeds.first}
              onChange={(event) => change({ first: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
