import { RadioGroup } from 'radix-ui'
import type { CSSProperties } from 'react'
import type { ChoiceField } from '../../shared/form/fields.ts'
import { optionAspectRatio } from './choice-variants.ts'
import { handleRadioArrowKey } from '../ui/handle-radio-arrow-key.ts'
import { FieldFrame, ClearChoiceButton } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import styles from './shapes.module.css'
import { shapeColumnCount, fitToLongestEdge } from './size-shapes.ts'

/** Longest edge of a drawn shape, in pixels. */
const longestEdge = 28

/** Picker for aspect ratios. Draws each ratio in its true proportions. An option that has no aspect ratio gets a dashed outline. */
export function AspectRatioPicker({ field, value, onChange, problems, aside }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const chosen = value ?? field.default
  const place = field.options.findIndex((option) => option.value === chosen)
  const canBeCleared = field.default === null && !field.isRequired
  return (
    <FieldFrame
      field={field}
      problems={problems}
      isGroup
      aside={
        canBeCleared ? <ClearChoiceButton label={field.label} isChosen={value !== undefined} onClear={() => onChange(undefined)} /> : aside
      }
    >
      {(control) => (
        <RadioGroup.Root
          onKeyDownCapture={handleRadioArrowKey}
          id={id}
          className={styles.shapes}
          style={{ '--columns': shapeColumnCount(field.options.length) } as CSSProperties}
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
          value={place === -1 ? '' : String(place)}
          onValueChange={(next) => onChange(field.options[Number(next)]?.value)}
        >
          {field.options.map((option, index) => {
            const shape = optionAspectRatio(option)
            return (
              <RadioGroup.Item key={option.label} value={String(index)} className={styles.shape}>
                <span className={styles.box}>
                  {shape === null ? (
                    <span className={styles.automatic} />
                  ) : (
                    <span className={styles.drawn} style={fitToLongestEdge(shape, longestEdge)} />
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
