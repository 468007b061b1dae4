/** The door to everything between a capability and what is sent: its form, its problems, its body. Pure; used by the page and by main. */
export type {
  ChoiceField,
  ChoiceOption,
  CountField,
  Field,
  FieldKind,
  GroupField,
  JsonField,
  ListField,
  MediaField,
  Mode,
  NumberField,
  OutputSize,
  SeedField,
  SizeField,
  SwitchField,
  TextField
} from './fields/field.ts'
export { controllerOf } from './fields/controller-of.ts'
export { restFieldName } from './fields/field.ts'
export { innerName, isInnerName, outerName, stepsOf, valueNamed, withValueNamed } from './fields/field-name.ts'
export {
  defaultValuesOf,
  fieldNamed,
  fieldNameOf,
  fieldOfItem,
  fieldsInGroup,
  fieldsOf,
  formValuesOf,
  groupValues
} from './fields/fields-of.ts'
export { everyFieldOf, modeOf, modesOf, valuesInMode } from './fields/modes.ts'
export type { FactsOf } from './fields/check-media.ts'
export { checkValues } from './fields/check-values.ts'
export type { LeftValue } from './fields/fit-object.ts'
export { notTaken } from './fields/fit-object.ts'
export { fitValues } from './fields/fit-values.ts'
export { misfitsOfForm } from './fields/misfits-of-form.ts'
export { isEmptyValue, isHollow, referencesIn } from './fields/media-values.ts'
export { requestBodyOf, sentBodyOf } from './fields/request-body.ts'
export { outputCount } from './fields/output-count.ts'
export { titleOf } from './fields/title-of.ts'
export { unfinishedJson, unfinishedText } from './fields/unfinished-json.ts'
