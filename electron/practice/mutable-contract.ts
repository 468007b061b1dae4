import { z } from 'zod'
import { assertNever } from '../../shared/assert-never.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'

const name = z.string().min(1).max(200)

/** Possible changes to a contract over time. */
export const contractMutationSchema = z.discriminatedUnion('kind', [
  /** A new capability that behaves like `like`. */
  z.object({ kind: z.literal('add-capability'), like: name, id: name, title: name }),
  z.object({ kind: z.literal('remove-capability'), id: name }),
  /** A new field, or a new schema for an existing one. */
  z.object({
    kind: z.literal('set-field'),
    capability: name,
    field: name,
    schema: z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
    isRequired: z.boolean().default(false)
  }),
  z.object({ kind: z.literal('remove-field'), capability: name, field: name }),
  /** Sets a flat price. If `credits` is null, the price is unchanged but no longer published. */
  z.object({ kind: z.literal('set-price'), capability: name, credits: z.number().min(0).nullable() })
])
export type ContractMutation = z.input<typeof contractMutationSchema>

/** A deployment that can change while it is served. Changes are never saved to disk, so a restart serves the original deployment. */
export type MutableContract = {
  /** The current capabilities. Always the same map object. */
  readonly offered: ReadonlyMap<string, CapabilityDefinition>
  /** All capabilities ever offered. An accepted task can therefore complete even after its capability was removed. */
  readonly everOffered: ReadonlyMap<string, CapabilityDefinition>
  /** Applies all changes or none. Throws if a change is invalid or names a capability that doesn't exist. */
  readonly move: (moves: readonly ContractMutation[]) => void
  readonly reset: () => void
}

export function createMutableContract(deployment: ReadonlyMap<string, CapabilityDefinition>): MutableContract {
  const offered = new Map(deployment)
  const everOffered = new Map(deployment)

  function become(next: ReadonlyMap<string, CapabilityDefinition>): void {
    offered.clear()
    for (const [id, definition] of next) {
      offered.set(id, definition)
      everOffered.set(id, definition)
    }
  }
  return {
    offered,
    everOffered,
    move: (moves) => become(moves.map((mutation) => contractMutationSchema.parse(mutation)).reduce(moved, new Map(offered))),
    reset: () => become(deployment)
  }
}

function moved(
  contract: Map<string, CapabilityDefinition>,
  move: z.output<typeof contractMutationSchema>
): Map<string, CapabilityDefinition> {
  const find = (id: string): CapabilityDefinition => {
    const definition = contract.get(id)
    if (definition === undefined) throw new RangeError(`Capability ${id} isn’t part of this contract.`)
    return definition
  }
  switch (move.kind) {
    case 'add-capability':
      return new Map([...contract, [move.id, { ...find(move.like), id: move.id, title: move.title }]])
    case 'remove-capability':
      return new Map([...contract].filter(([id]) => id !== find(move.id).id))
    case 'set-field': {
      const { capability, field, schema, isRequired } = move
      return contract.set(
        capability,
        withBodies(find(capability), (body) => ({
          ...body,
          properties: { ...body.properties, [field]: schema },
          required: [...(body.required ?? []).filter((other) => other !== field), ...(isRequired ? [field] : [])]
        }))
      )
    }
    case 'remove-field': {
      const { capability, field } = move
      return contract.set(
        capability,
        withBodies(find(capability), (body) => ({
          ...body,
          properties: Object.fromEntries(Object.entries(body.properties ?? {}).filter(([other]) => other !== field)),
          required: (body.required ?? []).filter((other) => other !== field)
        }))
      )
    }
    case 'set-price': {
      const { capability, credits } = move
      const definition = find(capability)
      const hidden = { pricing: definition.hiddenPrice?.pricing ?? definition.pricing, isEstimated: false }
      return contract.set(
        capability,
        credits === null
          ? { ...definition, pricing: { kind: 'unknown' }, hiddenPrice: hidden }
          : { ...definition, pricing: { kind: 'flat', credits }, hiddenPrice: null }
      )
    }
    default:
      return assertNever(move)
  }
}

/** Applies `change` to the body schema and to each of its variants. */
function withBodies(definition: CapabilityDefinition, change: (body: JsonSchema) => JsonSchema): CapabilityDefinition {
  const { inputSchema } = definition
  const changed = inputSchema.properties === undefined ? inputSchema : change(inputSchema)
  return { ...definition, inputSchema: { ...changed, ...(inputSchema.oneOf && { oneOf: inputSchema.oneOf.map(change) }) } }
}
