import { asText, firstField, isJsonRecord } from '../json-fields.ts'

const listNames = ['models', 'data', 'items', 'results', 'list'] as const
const modelNames = ['model', 'modelId', 'model_id', 'id', 'identifier', 'slug', 'name'] as const
const deepest = 3
const capabilityNames = ['capability', 'capabilityId', 'capability_id', 'capabilities', 'endpoint'] as const

/** Reads a `list_models` response. Returns model names by capability ID. The spec doesn't define the response's format (section 4). */
export function readModelNamesByCapability(answer: unknown): ReadonlyMap<string, string> {
  const models = new Map<string, string>()
  for (const entry of listIn(answer, 0)) {
    if (!isJsonRecord(entry)) continue
    const model = firstField([entry], modelNames, asText)
    const capabilities = firstField([entry], capabilityNames, asNames) ?? []
    if (model !== null) for (const capability of capabilities) if (!models.has(capability)) models.set(capability, model)
  }
  return models
}

function listIn(answer: unknown, depth: number): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  if (!isJsonRecord(answer) || depth > deepest) return []
  for (const name of listNames) {
    const value = answer[name]
    if (Array.isArray(value)) return value
    if (isJsonRecord(value)) {
      const inner = listIn(value, depth + 1)
      if (inner.length > 0) return inner
    }
  }
  return []
}

function asNames(value: unknown): readonly string[] | null {
  const names = (Array.isArray(value) ? value : [value]).flatMap((name) => asText(name) ?? [])
  return names.length === 0 ? null : names
}
