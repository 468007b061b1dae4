import type { Capability } from '../capability.ts'
import type { Value, Values } from '../values.ts'
import type { Field, Mode } from './field.ts'
import { unlistedPropertiesFieldName } from './field.ts'
import { fieldNameOf, fieldsOf } from './fields-of.ts'
import { isEmptyValue } from './media-values.ts'
import { findSchemaChoice, variantLabel, variantValue, matchingVariantIndex } from './schema-choice.ts'
import { resolveConditions, propertyNamesIn } from './resolve-schema.ts'
import { ownPropertySchema, stringifyValue } from './schema-reading.ts'
import { withPlaceholderUrls } from './placeholder-urls.ts'
import { formLabels } from './form-labels.ts'
import { sayContract } from '../../i18n/say-contract.ts'

/**
 * Returns the modes of a capability, shown as tabs. Empty if there is only one. An image generator with a prompt and optional images has
 * two modes (spec section 2.5). One creates images from text. The other edits images.
 */
export function modesOf(capability: Capability): readonly Mode[] {
  const fields = fieldsOf(capability)
  const images = editedImages(capability, fields)
  if (images === null) return formsOf(capability)
  const either = { variant: null, sets: {} }
  return [
    {
      id: 'text',
      label: sayContract(formLabels.fromText),
      fields: namesFor(capability, fields, 'text').filter((name) => name !== images),
      needs: [],
      ...either
    },
    { id: 'edit', label: sayContract(formLabels.editImages), fields: namesFor(capability, fields, 'edit'), needs: [images], ...either }
  ]
}

/** Returns one mode for each body variant of a contract with a choice between complete bodies. Empty for any other contract. */
function formsOf(capability: Capability): readonly Mode[] {
  const schema = capability.inputSchema
  const choice = findSchemaChoice(schema)
  if (choice === null) return []
  const forms = choice.variants.map((variant, index) => {
    const own = propertyNamesIn(variant)
    const foreign = new Set(choice.variants.flatMap(propertyNamesIn).filter((name) => !own.includes(name)))
    const value = variantValue(choice, index)
    const sets = choice.by === null || value === undefined ? {} : { [choice.by]: value as Value }
    const order = fieldsOf(capability, sets, index).map((field) => field.name)
    const others = propertyNamesIn(schema).filter((name) => !foreign.has(name) && !order.includes(name))
    const fields = [...new Set([...order, ...others])].filter((name) => name !== choice.by)
    const label = variantLabel(choice, index)
    return { id: value === undefined ? label : stringifyValue(value), label, fields, needs: [], variant: index, sets }
  })
  const ids = forms.map(({ id }) => id)
  return forms.map((form, index) => (ids.indexOf(form.id) === ids.lastIndexOf(form.id) ? form : { ...form, id: `${form.id} ${index + 1}` }))
}

/** Returns the fields of all modes, each once. */
export function allFieldsOf(capability: Capability): readonly Field[] {
  const forms = formsOf(capability)
  if (forms.length === 0) return fieldsOf(capability)
  const fields = forms.flatMap(({ sets, variant }) => fieldsOf(capability, sets, variant).filter(({ name }) => !Object.hasOwn(sets, name)))
  return fields.filter((field, place) => fields.findIndex(({ name }) => name === field.name) === place)
}

/** Returns the mode that matches these values, such as the edit mode if there are images. Null if the capability has only one mode. */
export function modeOf(capability: Capability, values: Values): Mode | null {
  const modes = modesOf(capability)
  const choice = modes[0]?.variant === null ? null : findSchemaChoice(capability.inputSchema)
  if (choice !== null) return modes[matchingVariantIndex(choice, capability.inputSchema, filledIn(values), null) ?? 0] ?? null
  const isEditing = modes.some((mode) => mode.id === 'edit' && mode.needs.some((name) => holdsAny(capability, values, name)))
  return modes.find((mode) => mode.id === (isEditing ? 'edit' : 'text')) ?? null
}

/**
 * Returns the values that the mode sends, plus the values that select the mode. The form keeps all values, so changing tabs loses nothing.
 */
export function valuesInMode(capability: Capability, values: Values, mode: Mode | null): Values {
  if (mode === null) return resolveConditions(capability.inputSchema, values).values
  const known = Object.entries(values).filter(([name]) => {
    const field = fieldNameOf(capability, name)
    return field === null || name === unlistedPropertiesFieldName || mode.fields.includes(field)
  })
  return resolveConditions(capability.inputSchema, Object.fromEntries([...known, ...Object.entries(mode.sets)]), mode.variant).values
}

function filledIn(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isEmptyValue(value) ? [] : [[name, withPlaceholderUrls(value)]]))
  )
}

function editedImages(capability: Capability, fields: readonly Field[]): string | null {
  if (capability.output !== 'image') return null
  const hasPrompt = fields.some((field) => field.kind === 'text' && field.role === 'prompt' && field.isRequired)
  const images = fields.find(
    (field) => field.kind === 'media' && field.medium === 'image' && !field.isRequired && /^image_?ur[li]s?$/i.test(field.name)
  )
  return hasPrompt && images !== undefined ? images.name : null
}

function namesFor(capability: Capability, fields: readonly Field[], mode: Mode['id']): readonly string[] {
  return fields
    .filter((field) => {
      const modes: unknown = ownPropertySchema(capability.inputSchema, field.name)?.['x-modes']
      return !Array.isArray(modes) || modes.includes(mode)
    })
    .map((field) => field.name)
}

function holdsAny(capability: Capability, values: Values, name: string): boolean {
  return Object.entries(values).some(([key, value]) => fieldNameOf(capability, key) === name && !isEmptyValue(value))
}
