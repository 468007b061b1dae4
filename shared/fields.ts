/**
 * Entry point for everything between a capability and its request: form, problems and body. Pure functions, used by both the page and main.
 */
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
export { allFieldsOf, modeOf, modesOf, valuesInMode } from './fields/modes.ts'
export type { FactsOf } from './fields/check-media.ts'
export type { ImageTarget } from './fields/image-fix.ts'
export { imageFixOf } from './fields/image-fix.ts'
export { mediumNoun } from './fields/check-media.ts'
export { checkValues, itemLabel } from './fields/check-values.ts'
export type { UnmappedValue } from './fields/migrate-object.ts'
export { noLongerAccepted } from './fields/migrate-object.ts'
export { migrateValues } from './fields/migrate-values.ts'
export { formSchemaErrors } from './fields/form-schema-errors.ts'
export { isEmptyValue, isDeepEmpty, referencesIn } from './fields/media-values.ts'
export { requestBodyOf, sentBodyOf } from './fields/request-body.ts'
export { outputCount } from './fields/output-count.ts'
export { titleOf } from './fields/title-of.ts'
export { unfinishedJson, unfinishedText } from './fields/unfinished-json.ts'
