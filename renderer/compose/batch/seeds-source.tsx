import { say } from '../../../shared/i18n/say.ts'
import { LabelledField } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SingleLineInput } from '../../ui/text-field.tsx'
import { seedFieldOf } from './batch-input.ts'
import type { BatchSourceProps } from './batch-source-props.ts'
import styles from './sources.module.css'

/** Batch options that create several tasks with the same values, each with its own seed. */
export function SeedsSource({ fields, batchRequest, onChange }: BatchSourceProps) {
  const { seeds } = batchRequest
  const field = seedFieldOf(fields)
  const change = (next: Partial<typeof seeds>): void => onChange({ ...batchRequest, seeds: { ...seeds, ...next } })
  return (
    <>
      <p className={styles.words}>
        {field === null
          ? say('Sends the form several times. Results vary because the form has no seed.')
          : say('Sends the form several times, each with its own seed. You can then reproduce every result.')}
      </p>
      <LabelledField label={say('Number of tasks')} className={styles.part} help={say('At most 5,000.')}>
        {(control) => (
          <SingleLineInput
            {...control}
            className="num"
            inputMode="numeric"
            value={seeds.count}
            onChange={(event) => change({ count: event.target.value })}
          />
        )}
      </LabelledField>
      {field !== null && (
        <LabelledField label={say('Seeds')} isGroup id="batch-seeds" className={styles.part}>
          {() => (
            <SegmentedControl
              labelledBy="batch-seeds-label"
              wide
              options={[
                { value: 'any', label: say('Random') },
                { value: 'up', label: say('Sequential') }
              ]}
              value={seeds.isCountingUp ? 'up' : 'any'}
              onChange={(kind) => change({ isCountingUp: kind === 'up' })}
            />
          )}
        </LabelledField>
      )}
      {field !== null && seeds.isCountingUp && (
        <LabelledField label={say('First seed')} className={styles.part}>
          {(control) => (
            <SingleLineInput
              {...control}
              className="num"
              inputMode="numeric"
              value={seeds.first}
              onChange={(event) => change({ first: event.target.value })}
            />
          )}
        </LabelledField>
      )}
    </>
  )
}
