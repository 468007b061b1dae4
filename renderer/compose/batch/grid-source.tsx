import type { Field as FormField } from '../../../shared/form/fields.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { LabelledField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { gridAxisOptions, parseGridAxisValues, canBeGridAxis, type GridAxisInput } from './grid-axis.ts'
import type { BatchSourceProps } from './batch-source-props.ts'
import styles from './sources.module.css'

const maxAxes = 4

/** Batch options that create a task for each combination of values. */
export function GridSource({ fields, batchRequest, onChange }: BatchSourceProps) {
  const { axes } = batchRequest
  const steppable = fields.filter(canBeGridAxis)
  const free = steppable.filter(({ name }) => !axes.some((axis) => axis.field === name))
  const [next] = free
  const put = (place: number, axis: GridAxisInput | null): void =>
    onChange({ ...batchRequest, axes: axis === null ? axes.toSpliced(place, 1) : axes.with(place, axis) })
  return (
    <>
      <p className={styles.words}>{say('Creates one task for each combination of the values you add.')}</p>
      {axes.map((axis, place) => {
        const field = steppable.find(({ name }) => name === axis.field)
        if (field === undefined) return null
        return (
          <Axis
            key={axis.field}
            field={field}
            others={free}
            axis={axis}
            onChange={(changed) => put(place, changed)}
            onRemove={() => put(place, null)}
          />
        )
      })}
      {axes.length < maxAxes && next !== undefined && (
        <Button icon="plus" onClick={() => onChange({ ...batchRequest, axes: [...axes, { field: next.name, ticked: [], text: '' }] })}>
          {axes.length === 0 ? say('Choose a field') : say('Add another field')}
        </Button>
      )}
    </>
  )
}

function Axis({
  field,
  others,
  axis,
  onChange,
  onRemove
}: {
  readonly field: FormField
  /** Fields that no axis uses yet. */
  readonly others: readonly FormField[]
  readonly axis: GridAxisInput
  readonly onChange: (axis: GridAxisInput) => void
  readonly onRemove: () => void
}) {
  const options = gridAxisOptions(field)
  const { values, problem } = parseGridAxisValues(field, axis)
  return (
    <section aria-label={say('Values for {label}', { label: field.label })} className={styles.axis}>
      <div className={styles.axisHead}>
        <Select
          label={say('Field to vary')}
          options={[field, ...others].map(({ name, label }) => ({ value: name, label }))}
          value={field.name}
          onChange={(name) => onChange({ field: name, ticked: [], text: '' })}
        />
        <span className="small ink-3 num grow">{say('{count, plural, one {# value} other {# values}}', { count: values.length })}</span>
        <IconButton label={say('Remove {label}', { label: field.label })} icon="close" size="small" onClick={onRemove} />
      </div>
      {options === null ? (
        <LabelledField
          label={say('Values')}
          help={
            field.kind === 'text'
              ? say('Enter one value per line.')
              : say('Enter one value per line, or separate values with a comma and a space.')
          }
          error={problem}
        >
          {(control) => (
            <TextArea {...control} rows={4} value={axis.text} onChange={(event) => onChange({ ...axis, text: event.target.value })} />
          )}
        </LabelledField>
      ) : (
        <div className={styles.options} role="group" aria-label={say('Values for {label}', { label: field.label })}>
          {options.map(({ key, label }) => {
            const isTicked = axis.ticked.includes(key)
            return (
              <Chip
                key={key}
                on={isTicked}
                onClick={() => onChange({ ...axis, ticked: isTicked ? axis.ticked.filter((one) => one !== key) : [...axis.ticked, key] })}
              >
                {label}
              </Chip>
            )
          })}
        </div>
      )}
    </section>
  )
}
