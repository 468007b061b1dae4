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
export { controllingFieldName } from './fields/controlling-field-name.ts'
export { unlistedPropertiesFieldName } from './fields/field.ts'
export { nestedFieldName, isNestedFieldName, topLevelFieldName, fieldNameSteps, valueNamed, withValueNamed } from './fields/field-name.ts'
export {
  defaultValuesOf,
  fieldNamed,
  fieldNameOf,
  listItemField,
  listItemLabel,
  fieldsInGroup,
  fieldsOf,
  formValuesOf,
  valuesInGroup
} from './fields/fields-of.ts'
export { fieldsInMode } from './fields/fields-in-mode.ts'
export { allFieldsOf, modeOf, modesOf, valuesInMode } from './fields/modes.ts'
export type { MediaFactsLookup } from './fields/check-media.ts'
export type { ImageRequirements } from './fields/image-fix.ts'
export { cropRequirements, imageFixOf } from './fields/image-fix.ts'
export { canCutAudio } from './fields/audio-cut.ts'
export { checkValues } from './fields/check-values.ts'
export type { UnmappedValue } from './fields/migrate-object.ts'
export { migrateValues } from './fields/migrate-values.ts'
export type { ContractMismatch } from './fields/contract-mismatches.ts'
export { contractMismatches } from './fields/contract-mismatches.ts'
export { isEmptyValue, isDeepEmpty, mediaReferencesIn } from './fields/media-values.ts'
export { requestBodyOf, unwrapRequestBody } from './fields/request-body.ts'
export { marginWordPattern, numberFieldNamed, rangeFieldsOf, wordsInName } from './fields/number-field-names.ts'
export type { StepRange } from './fields/number-step.ts'
export { nearestNumber, nearestStep, numberStepSize } from './fields/number-step.ts'
export { outputCount } from './fields/output-count.ts'
export { ratioOfSize } from './fields/size-groups.ts'
export { sentenceField } from './fields/sentence-field.ts'
export { taskTitle } from './fields/task-title.ts'
export { markUnfinishedJson, unfinishedJsonText } from './fields/mark-unfinished-json.ts'
