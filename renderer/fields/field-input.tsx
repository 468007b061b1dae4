import type { ReactNode } from 'react'
import type { Field, FieldKind } from '../../shared/form/fields.ts'
import { ChoiceInput } from './choice-input.tsx'
import { ConsentInput } from './consent-input.tsx'
import { consentValue } from './consent-value.ts'
import { CountPicker } from './count-picker.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { GroupInput } from './group-input.tsx'
import { JsonInput } from './json-input.tsx'
import { ListInput } from './list-input.tsx'
import { MediaInput } from './media-input.tsx'
import { NullableInput } from './nullable-input.tsx'
import { NumberInput } from './number-input.tsx'
import { SeedInput } from './seed-input.tsx'
import { SizePicker } from './size-picker.tsx'
import { SwitchInput } from './switch-input.tsx'
import { TextInput } from './text-input.tsx'

type FieldOfKind<Kind extends FieldKind> = Extract<Field, { kind: Kind }>

/** Component for each kind of field. A kind without a component is a compile error. */
const inputs: { readonly [Kind in FieldKind]: (props: FieldInputProps<FieldOfKind<Kind>>) => ReactNode } = {
  text: TextInput,
  choice: ChoiceInput,
  size: SizePicker,
  count: CountPicker,
  number: NumberInput,
  seed: SeedInput,
  switch: SwitchInput,
  media: MediaInput,
  group: GroupInput,
  list: ListInput,
  json: JsonInput
}

/**
 * Input for any kind of field. A field that only confirms something is a statement with a checkbox. A field that accepts null is wrapped in
 * `NullableInput`.
 */
export function FieldInput(props: FieldInputProps): ReactNode {
  const confirmed = consentValue(props.field)
  if (confirmed !== null) return <ConsentInput {...props} confirmed={confirmed} />
  // The table pairs each kind with its own component, which TypeScript can't infer. The lookup therefore needs a cast.
  const Input = inputs[props.field.kind] as (props: FieldInputProps) => ReactNode
  if (!props.field.acceptsNull) return <Input {...props} />
  return (
    <NullableInput {...props}>
      <Input {...props} />
    </NullableInput>
  )
}
