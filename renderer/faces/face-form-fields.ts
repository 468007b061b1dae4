import type { JsonSchema } from '../../shared/form/json-schema.ts'
import type { Value, Values } from '../../shared/form/values.ts'
import { joinNames, joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'

/**
 * A property of a tool's schema that the user fills in. If `isText` is true, the typed text is used unchanged. Otherwise the text is parsed
 * as JSON.
 */
export type FaceFormField = {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly isRequired: boolean
  readonly isText: boolean
}

/** Returns the fields whose values aren't in `known`, required fields first. */
export function faceFormFields(schema: JsonSchema, known: { readonly [name: string]: unknown }): readonly FaceFormField[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !(name in known))
    .map(([name, property]) => ({
      name,
      label: property.title ?? name,
      help: joinSentences(property.description ?? null, helpOf(property)),
      isRequired: required.has(name),
      isText: property.type === 'string'
    }))
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

function helpOf({ type, enum: choices }: JsonSchema): string {
  if (choices !== undefined) return say('One of {choices}.', { choices: joinNames(choices.map(String)) })
  if (type === 'array') return say('A list, such as [1, 2] or ["a", "b"].')
  return type === 'object' ? say('A JSON object, such as {example}.', { example: '{"name": 1}' }) : ''
}

/** Parses the typed texts. Returns the values, or the problems by field name. */
export function parseFaceFormValues(
  fields: readonly FaceFormField[],
  typed: { readonly [name: string]: string }
): { readonly ok: true; readonly values: Values } | { readonly ok: false; readonly problems: ReadonlyMap<string, string> } {
  const values: { [name: string]: Value } = {}
  const problems = new Map<string, string>()
  for (const { name, label, isRequired, isText } of fields) {
    const text = typed[name]?.trim() ?? ''
    if (text === '') {
      if (isRequired) problems.set(name, say('Fill in “{label}”.', { label }))
    } else if (isText) values[name] = text
    else {
      try {
        values[name] = JSON.parse(text) as Value
      } catch {
        problems.set(name, say('“{label}” isn’t valid JSON. Put text in double quotes and lists in brackets.', { label }))
      }
    }
  }
  return problems.size === 0 ? { ok: true, values } : { ok: false, problems }
}
