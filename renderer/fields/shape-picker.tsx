import { RadioGroup } from 'radix-ui'
import type { CSSProperties } from 'react'
import type { ChoiceField } from '../../shared/fields.ts'
import { shapeOf } from './choice-looks.ts'
import { moveChoice } from '../ui/move-choice.ts'
import { FieldFrame, TakeBack } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import styles from './shapes.module.css'
import { columnsFor, drawnEdges } from './size-shapes.ts'

/** Longest edge of a drawn shape, in pixels. */
const longestEdge = 28

/** One of several shapes, each drawn in its true ratio; what names no shape is dashed. */
export function ShapePicker({ field, value, onChange, problems }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const chosen = value ?? field.default
  const place = field.options.findIndex((option) => option.value === chosen)
  const canBeTakenBack = field.default === null && !field.isRequired
  return (
    <FieldFrame
      field={field}
      problems={problems}
      isGroup
      aside={canBeTakenBack && <TakeBack label={field.label} isChosen={value !== undefined} onTakeBack={() => onChange(undefined)} />}
    >
      {(control) => (
        <RadioGroup.Root
          onKeyDownCapture={moveChoice}
          id={id}
          className={styles.shapes}
          style={{ '--columns': columnsFor(field.options.length) } as CSSProperties}
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
          value={place === -1 ? '' : String(place)}
          onValueChange={(next) => onChange(field.options[Number(next)]?.value)}
        >
          {field.options.map((option, index) => {
            const shape = shapeOf(option)
            return (
              <RadioGroup.Item key={option.label} value={String(index)} className={styles.shape}>
                <span className={styles.box}>
                  {shape === null ? (
                    <span className={styles.automatic} />
                  ) : (
                    <span className={styles.drawn} style={drawnEdges(shape, longestEdge)} />
                  )}
                </span>
                {option.label}
              </RadioGroup.Item>
            )
          })}
        </RadioGroup.Root>
      )}
    </FieldFrame>
  )
}
