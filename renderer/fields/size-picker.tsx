import { RadioGroup } from 'radix-ui'
import type { CSSProperties } from 'react'
import type { OutputSize, SizeField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatPixelSize } from '../ui/format.ts'
import { handleRadioArrowKey } from '../ui/handle-radio-arrow-key.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import styles from './shapes.module.css'
import { shapeColumnCount, fitToLongestEdge, findSizeGroup, sortSizeGroups, nearestSizeInGroup } from './size-shapes.ts'

const automaticShape = 'auto'
/** Longer edge of a drawn shape, in pixels. */
const longestEdge = 30

/** Input for an output size. Shows aspect ratios as shapes, and the pixel sizes of the chosen ratio below. */
export function SizePicker({ field, value, onChange, problems }: FieldInputProps<SizeField>) {
  const id = fieldElementId(field.name)
  const chosen = value === undefined || value === null ? (field.default ?? field.automatic?.value ?? null) : value
  const group = findSizeGroup(field.groups, typeof chosen === 'string' ? chosen : null)
  const size = group?.sizes.find((candidate) => candidate.value === chosen) ?? null
  // The sizes of this ratio are listed below. The chosen size is therefore not repeated beside the name.
  const isListed = group !== undefined && group.sizes.length > 1
  const isAutomatic = group === undefined && field.automatic !== null && chosen === field.automatic.value

  function chooseShape(ratio: string): void {
    if (ratio === automaticShape) return onChange(field.automatic?.value ?? undefined)
    const next = field.groups.find((candidate) => candidate.ratio === ratio)
    const nextSize = next && nearestSizeInGroup(next, size)
    if (nextSize) onChange(nextSize.value)
  }

  return (
    <FieldFrame
      field={field}
      problems={problems}
      isGroup
      aside={size === null ? isAutomatic && say('Chosen by the service') : isListed ? undefined : formatPixelSize(size.width, size.height)}
    >
      {(control) => (
        <>
          <RadioGroup.Root
            onKeyDownCapture={handleRadioArrowKey}
            id={id}
            className={styles.shapes}
            style={{ '--columns': shapeColumnCount(field.groups.length + (field.automatic === null ? 0 : 1)) } as CSSProperties}
            aria-labelledby={`${id}-label`}
            aria-describedby={control['aria-describedby']}
            value={isAutomatic ? automaticShape : (group?.ratio ?? '')}
            onValueChange={chooseShape}
          >
            {field.automatic !== null && (
              <RadioGroup.Item value={automaticShape} className={styles.shape}>
                <span className={styles.box}>
                  <span className={styles.automatic} />
                </span>
                {say('Auto')}
              </RadioGroup.Item>
            )}
            {sortSizeGroups(field.groups).map(({ ratio, sizes: [first] }) => (
              <RadioGroup.Item key={ratio} value={ratio} className={styles.shape}>
                <span className={styles.box}>
                  {first && <span className={styles.drawn} style={fitToLongestEdge(first, longestEdge)} />}
                </span>
                {ratio}
              </RadioGroup.Item>
            ))}
          </RadioGroup.Root>
          {isListed && <Pixels sizes={group.sizes} chosen={size} onChange={onChange} />}
        </>
      )}
    </FieldFrame>
  )
}

function Pixels({
  sizes,
  chosen,
  onChange
}: {
  readonly sizes: readonly OutputSize[]
  readonly chosen: OutputSize | null
  readonly onChange: (value: string) => void
}) {
  return (
    <div className={styles.pixels}>
      <SegmentedControl
        wide
        label={say('Size in pixels')}
        options={sizes.map((size) => ({ value: size.value, label: formatPixelSize(size.width, size.height) }))}
        value={chosen?.value ?? null}
        onChange={onChange}
      />
    </div>
  )
}
