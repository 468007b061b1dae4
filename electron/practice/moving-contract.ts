import { z } from 'zod'
import { assertNever } from '../../shared/assert-never.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'

const name = z.string().min(1).max(200)

/** What may become of a contract from one day to the next. */
export const contractMoveSchema = z.discriminatedUnion('kind', [
  /** A new capability that does what `like` does. */
  z.object({ kind: z.literal('add-capability'), like: name, id: name, title: name }),
  z.object({ kind: z.literal('remove-capability'), id: name }),
  /** A new field, or another schema for one that is there. */
  z.object({
    kind: z.literal('set-field'),
    capability: name,
    field: name,
    schema: z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
    isRequired: z.boolean().default(false)
  }),
  z.object({ kind: z.literal('remove-field'), capability: name, field: name }),
  /** One price for whatever is asked for. Null: the same as before, and told to nobody. */
  z.object({ kind: z.literal('set-price'), capability: name, credits: z.number().min(0).nullable() })
])
export type ContractMove = z.input<typeof contractMoveSchema>

/** A deployment that may change while it serves. Never kept on disk: a restart serves what was deployed. */
export type MovingContract = {
  /** What is offered now. The same map, whatever moves. */
  readonly offered: ReadonlyMap<string, CapabilityDefinition>
  /** Everything that was ever offered: what was taken is made, even when it is offered no longer. */
  readonly everOffered: ReadonlyMap<string, CapabilityDefinition>
  /** All or none. Throws for a move that names what is not there. */
  readonly move: (moves: readonly ContractMove[]) => void
  readonly reset: () => void
}

export function createMovingContract(deployment: ReadonlyMap<string, CapabilityDefinition>): MovingContract {
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
    move: (moves) => become(moves.map((wish) => contractMoveSchema.parse(wish)).reduce(moved, new Map(offered))),
    reset: () => become(deployment)
  }
}

function moved(contract: Map<string, CapabilityDefinition>, move: z.output<typeof contractMoveSchema>): Map<string, CapabilityDefinition> {
  const find = (id: string): CapabilityDefinition => {
    const definition = contract.get(id)
    if (definition === undefined) throw new RangeError(`There is no capability ${id} in this contract.`)
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

/** The change in the body, and in every form that it may take. */
function withBodies(definition: CapabilityDefinition, change: (body: JsonSchema) => JsonSchema): CapabilityDefinition {
  const { inputSchema } = definition
  const changed = inputSchema.properties === undefined ? inputSchema : change(inputSchema)
  return { ...definition, inputSchema: { ...changed, ...(inputSchema.oneOf && { oneOf: inputSchema.oneOf.map(change) }) } }
}
