import type { JsonSchema } from '../json-schema.ts'
import { isRecord, propertiesOf } from './schema-reading.ts'

/**
 * Returns the name of the field that another field depends on. For example, `backgroundColor` only applies if `background` is "color". If a
 * condition names several fields, the first is returned. Null if none exists.
 */
export function controllingFieldName(schema: JsonSchema, name: string): string | null {
  const parts = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf : [])].filter(isRecord) as readonly JsonSchema[]
  for (const part of parts) {
    const condition = part['if']
    const [asked] = isRecord(condition) ? propertiesOf(condition) : []
    if (asked !== undefined && asked[0] !== name && [part['then'], part['else']].some((branch) => mentions(branch, name))) return asked[0]
    const dependent = isRecord(part['dependentSchemas']) ? Object.entries(part['dependentSchemas']) : []
    const found = dependent.find(([, branch]) => mentions(branch, name))
    if (found !== undefined) return found[0]
  }
  return null
}

function mentions(branch: unknown, name: string): boolean {
  if (!isRecord(branch)) return false
  const { required } = branch
  return (Array.isArray(required) && required.includes(name)) || propertiesOf(branch).some(([own]) => own === name)
}
