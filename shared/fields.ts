/** The door to everything between a capability and what is sent: its form, its problems, its body. Pure; used by the page and by main. */
export type {
  ChoiceField,
  ChoiceOption,
  CountField,
  Field,
  FieldBase,
  FieldKind,
  JsonField,
  MediaField,
  Mode,
  NumberField,
  OutputSize,
  SeedField,
  SizeField,
  SizeGroup,
  SwitchField,
  TextField
} from './fields/field.ts'
export { restFieldName } from './fields/field.ts'
