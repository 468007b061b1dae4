import fc from 'fast-check'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'

type Body = { readonly [field: string]: unknown }

/** Generates values that satisfy every rule of a schema. Strings are never blank, because a form treats a blank string as not filled in. */
export function validValueArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(validValueArbitrary))
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.includes('null'))
    return fc.option(validValueArbitrary({ ...schema, type: types.filter((type) => type !== 'null') }), { nil: null })
  switch (types[0]) {
    case 'object':
      return validObject(schema)
    case 'array': {
      const limits = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 5, 6) }
      const item = validValueArbitrary(schema.items ?? {})
      return schema['uniqueItems'] === true
        ? fc.uniqueArray(item, { ...limits, comparator: (one, other) => JSON.stringify(one) === JSON.stringify(other) })
        : fc.array(item, limits)
    }
    case 'string':
      return validText(schema)
    case 'integer':
    case 'number':
      return validNumber(schema, types[0] === 'integer')
    default:
      return fc.boolean()
  }
}

function validText(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'uri') return fc.webUrl({ validSchemes: ['https'] })
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  const { minLength = 0, maxLength = 50 } = schema
  const some = fc.string({ minLength: Math.max(1, minLength), maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
  return fc.oneof(
    { weight: 6, arbitrary: some.filter((text) => text.trim() !== '') },
    // A string of maximum length. JavaScript's `length` counts each of its characters as two.
    { weight: 1, arbitrary: fc.constant('🏺'.repeat(maxLength)) }
  )
}

function validNumber(schema: JsonSchema, isWhole: boolean): fc.Arbitrary<number> {
  const { multipleOf: step } = schema
  const above = schema['exclusiveMinimum'] as number | undefined
  const below = schema['exclusiveMaximum'] as number | undefined
  const min = schema.minimum ?? above ?? -5
  const max = schema.maximum ?? below ?? 5
  if (step !== undefined) {
    return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((parts) => Number((parts * step).toFixed(6)))
  }
  if (isWhole) return fc.integer({ min, max })
  return fc.double({ min, max, noNaN: true, minExcluded: above !== undefined, maxExcluded: below !== undefined }).map((value) => value + 0)
}

function validObject(schema: JsonSchema): fc.Arbitrary<Body> {
  const entries = Object.entries(schema.properties ?? {})
  const whole = fc.record(Object.fromEntries(entries.map(([name, property]) => [name, validValueArbitrary(property)])))
  const chosen = fc.record(Object.fromEntries(entries.map(([name]) => [name, fc.boolean()])))
  return fc.tuple(whole, chosen).map(([all, kept]) => {
    let body: Body = Object.fromEntries(
      Object.entries(all).filter(([name]) => (schema.required ?? []).includes(name) || kept[name] === true)
    )
    for (let round = 0; round < 3; round += 1) body = withConditions(schema, all, body)
    return body
  })
}

/**
 * Returns the body with the fields that the schema's conditions require, using values from `all`. Omits fields that the conditions forbid.
 */
function withConditions(schema: JsonSchema, all: Body, body: Body): Body {
  const needed: string[] = []
  const forbidden: string[] = []
  const dependent = (schema['dependentRequired'] ?? {}) as { readonly [name: string]: readonly string[] }
  for (const [name, names] of Object.entries(dependent)) if (Object.hasOwn(body, name)) needed.push(...names)
  for (const part of [schema, ...(schema.allOf ?? [])]) {
    const { if: condition, then, else: otherwise } = part as { readonly [word: string]: JsonSchema | undefined }
    if (condition === undefined) continue
    const holds = Object.entries(condition.properties ?? {}).every(([name, property]) => body[name] === property.const)
    const branch = holds ? then : otherwise
    needed.push(...(branch?.required ?? []))
    forbidden.push(...Object.entries(branch?.properties ?? {}).flatMap(([name, property]) => (property.not === undefined ? [] : [name])))
  }
  const given = { ...body, ...Object.fromEntries(needed.map((name) => [name, all[name]])) }
  return Object.fromEntries(Object.entries(given).filter(([name]) => !forbidden.includes(name)))
}

/** Returns values that violate a field's schema, each with the name of the violated rule. */
export function invalidValues(schema: JsonSchema): readonly (readonly [rule: string, value: unknown])[] {
  const rules: [string, unknown][] = [
    ['type', schema.type === 'string' ? 5 : 'text'],
    ['type', null],
    ['type', {}]
  ]
  if (schema.enum !== undefined) rules.push(['enum', typeof schema.enum[0] === 'string' ? 'none of them' : 3])
  if (schema.minLength !== undefined && schema.minLength > 0) rules.push(['minLength', ''])
  if (schema.maxLength !== undefined && schema.format === undefined) rules.push(['maxLength', 'x'.repeat(schema.maxLength + 1)])
  if (schema.maxLength !== undefined && schema.format === 'uri')
    rules.push(['maxLength', `https://example.org/${'x'.repeat(schema.maxLength)}`])
  if (schema.format === 'uri') rules.push(['format', 'not a url'], ['format', 'javascript:alert(1)'])
  if (schema.pattern !== undefined) rules.push(['pattern', 'no match'])
  if (schema.minimum !== undefined) rules.push(['minimum', schema.minimum - (schema.multipleOf ?? 1)])
  if (schema.maximum !== undefined) rules.push(['maximum', schema.maximum + (schema.multipleOf ?? 1)])
  if (schema['exclusiveMinimum'] !== undefined) rules.push(['exclusiveMinimum', schema['exclusiveMinimum']])
  if (schema['exclusiveMaximum'] !== undefined) rules.push(['exclusiveMaximum', schema['exclusiveMaximum']])
  if (schema.type === 'integer' || schema.multipleOf === 1) rules.push(['whole number', (schema.minimum ?? 1) + 0.5])
  if (schema.multipleOf !== undefined) rules.push(['multipleOf', (schema.minimum ?? 0) + schema.multipleOf / 3])
  return rules
}

/** Returns copies of a valid body. Each copy violates one rule, at any depth, and is paired with the rule's name. */
export function invalidBodies(schema: JsonSchema, body: unknown): readonly (readonly [rule: string, body: unknown])[] {
  if (schema.oneOf !== undefined) return schema.oneOf.flatMap((form) => (isFormOf(form, body) ? invalidBodies(form, body) : []))
  if (Array.isArray(body)) {
    const items = schema.items ?? {}
    const tooMany = Array.from({ length: (schema.maxItems ?? 0) + 1 }, (_, index) => body[index % Math.max(1, body.length)])
    return [
      ['minItems', []],
      ...(body.length > 0 && schema.maxItems !== undefined ? [['maxItems', tooMany] as const] : []),
      ...(schema['uniqueItems'] === true && body.length > 0 ? [['uniqueItems', [...body, body[0]]] as const] : []),
      ...body.flatMap((item, index) => invalidBodies(items, item).map(([rule, value]) => [rule, body.with(index, value)] as const)),
      ...invalidValues(schema)
    ]
  }
  if (typeof body !== 'object' || body === null) return invalidValues(schema)
  const properties = schema.properties ?? {}
  return [
    ['unknown field', { ...body, unknownField: 1 }],
    ...Object.keys(body).map((name) => ['left out', Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))] as const),
    ...Object.entries(body).flatMap(([name, value]) =>
      invalidBodies(properties[name] ?? {}, value).map(([rule, broken]) => [`${name}: ${rule}`, { ...body, [name]: broken }] as const)
    )
  ]
}

function isFormOf(form: JsonSchema, body: unknown): boolean {
  const constants = Object.entries(form.properties ?? {}).filter(([, property]) => property.const !== undefined)
  return constants.every(([name, property]) => (body as Body)[name] === property.const)
}
