import { createHash } from 'node:crypto'
import type { Capability } from '../../../shared/form/capability.ts'
import { fileNameOf } from '../../../shared/form/file-names.ts'
import { fieldsOf } from '../../../shared/form/fields.ts'
import type { Medium } from '../../../shared/form/json-schema.ts'
import type { Recipe } from '../../../shared/library/recipe.ts'
import { isFileReference, isItemReference, type Value, type Values } from '../../../shared/form/values.ts'
import type { TaskInput, TaskRecord } from '../../tasks/machine/task-record.ts'

/** The journal's record of a task, and the recipe data that the journal doesn't have. */
export type RecipeInput = {
  readonly record: TaskRecord
  readonly itemId: string
  /** Zero-based position among the task's outputs. */
  readonly index: number
  readonly medium: Medium
  readonly contentType: string
  /** The capability as the contract describes it now. Null if it is unknown. */
  readonly capability: Capability | null
  readonly requestIds: readonly string[]
  readonly appVersion: string
  /** Returns the SHA-256 digest of a sent file or a result, in lower-case hex. Null if the digest is unknown. */
  readonly digestOfInput: (input: TaskInput) => string | null
  readonly digestOfItem: (id: string) => string | null
}

/** Builds the recipe that is stored beside and inside a result. It doesn't contain any local path or signed URL. */
export function buildRecipe(parts: RecipeInput): Recipe {
  const { record, capability, digestOfInput, digestOfItem } = parts
  const parents = new Map<string, string | null>()
  for (const input of record.inputs) {
    if (!isItemReference(input.reference)) continue
    const { item } = input.reference
    // The digest of the sent file identifies a result that is only in another journal.
    if (!parents.has(item)) parents.set(item, digestOfItem(item) ?? digestOfInput(input))
  }
  return {
    format: 'kiln-recipe',
    version: 1,
    id: parts.itemId,
    task: record.id,
    index: parts.index,
    connectionId: record.connectionId,
    capability: record.capability,
    capabilityTitle: capability?.title ?? record.capability,
    medium: parts.medium,
    contentType: parts.contentType,
    title: record.title,
    prompt: promptOf(record.values, capability),
    values: withoutPaths(record.values) as Values,
    seed: seedOf(record.values, capability),
    credits: { estimated: record.credits.estimated, consumed: record.credits.consumed, state: record.credits.state },
    ids: { taskId: record.taskId, businessId: record.businessId, requestIds: parts.requestIds },
    inputs: record.inputs.map((input) => ({
      field: input.field,
      index: input.index,
      name: input.name,
      contentType: input.contentType,
      bytes: input.bytes,
      sha256: digestOfInput(input),
      item: isItemReference(input.reference) ? input.reference.item : null
    })),
    parents: [...parents].map(([id, sha256]) => ({ id, sha256 })),
    from: record.from,
    askedBy: record.askedBy,
    times: { askedAt: record.createdAt, sentAt: record.submittedAt, acceptedAt: record.acceptedAt },
    app: { version: parts.appVersion },
    contract: capability === null ? null : contractDigest(capability)
  }
}

const digests = new WeakMap<Capability, string>()
/** Returns a digest of a capability's contract. Equal digests show that two results were made under the same contract. */
function contractDigest(capability: Capability): string {
  const known = digests.get(capability)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(JSON.stringify(capability)).digest('hex')
  digests.set(capability, digest)
  return digest
}

function promptOf(values: Values, capability: Capability | null): string | null {
  const field = capability === null ? undefined : fieldsOf(capability, values).find((one) => one.kind === 'text' && one.role === 'prompt')
  const prompt = values[field?.name ?? 'prompt']
  return typeof prompt === 'string' && prompt !== '' ? prompt : null
}

function seedOf(values: Values, capability: Capability | null): number | null {
  const field = capability === null ? undefined : fieldsOf(capability, values).find((one) => one.kind === 'seed')
  const seed = values[field?.name ?? 'seed']
  return typeof seed === 'number' ? seed : null
}

/** Reduces a local path to the file name. Removes a URL's query, because it may grant access. */
function withoutPaths(value: Value): Value {
  if (isFileReference(value)) return { file: fileNameOf(value.file) }
  if (typeof value === 'string') return /^https?:\/\//i.test(value) ? value.replace(/[?#][^]*$/, '') : value
  if (Array.isArray(value)) return value.map(withoutPaths)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutPaths(inner)]))
}
