import type { FacePick, FaceSelectionMode, DetectedFace } from '../../shared/task/faces.ts'
import { matchesSchema } from '../../shared/form/fields/matches-schema.ts'
import { isRecord, typesOf } from '../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import type { ToolArguments, ToolProperty, KnownTask, ArgumentPart } from '../../shared/form/tool-arguments.ts'
import { isObjectWithProperties, planToolArguments, planTaskArguments } from '../../shared/form/tool-arguments.ts'
import type { ReferenceFace, FacePairing } from './face-values.ts'
import { faceWriter, referenceWriter, faceSubjectOfProperty } from './face-values.ts'

/** A task's known data, and the faces and reference faces that the user can choose from. */
export type FaceChoiceContext = KnownTask & { readonly faces: readonly DetectedFace[]; readonly references: readonly ReferenceFace[] }

/**
 * How `select_faces` accepts a selection, derived from the tool's own input schema. It may accept IDs, indexes, pairs, parallel lists, or a
 * map from face to reference. If Kiln doesn't know any faces, the user fills in a form. The same applies if Kiln can't fill a required
 * property.
 */
export type FaceArgumentPlan = {
  readonly mode: FaceSelectionMode
  /** Arguments that don't depend on the selection. An object among them may still need properties from the user. */
  readonly known: ToolArguments
  /** Returns the arguments for the call. Null if the user has to fill in a form. */
  readonly write: ((picks: readonly FacePick[]) => ToolArguments) | null
}

/**
 * How a property of the arguments is filled. Its `concepts` may be `face`, `reference`, `pair` (each item has both) and `single` (only one
 * item fits).
 */
type FacePart = ArgumentPart<readonly FacePairing[]>
type References = readonly ReferenceFace[]

/**
 * How a schema may accept a selection, best first. `pairs`: pairs of face and reference. `parallel`: faces and references in separate
 * properties. `faces`: only faces. Optional properties of other styles are omitted.
 */
const styles = ['pairs', 'parallel', 'faces'] as const
type Style = (typeof styles)[number]

export function planFaceArguments(schema: JsonSchema, choice: FaceChoiceContext): FaceArgumentPlan {
  const withoutChoice = planTaskArguments<null>(schema, choice, () => null)
  const known = withoutChoice.write(null)
  for (const style of styles) {
    const { concepts, missing, write } = planTaskArguments<readonly FacePairing[]>(schema, choice, (property) =>
      partFor(property, style, choice.references)
    )
    const [many, pairs] = [!concepts.has('single'), concepts.has('reference')]
    if (missing.length > 0 || !concepts.has('face') || !hasStyle(style, concepts)) continue
    // This style doesn't say which reference belongs to which face, although there are several references.
    if (!pairs && choice.references.length > 1 && mentionsReference(schema)) continue
    const writePicks = (picks: readonly FacePick[]): ToolArguments => write(picks.map((pick) => pairingOf(pick, choice)))
    if (samplesOf(choice, many).some((picks) => matchesSchema(writePicks(picks), schema)))
      return { mode: { kind: 'faces', many, pairs }, known, write: writePicks }
  }
  const incomplete = new Set(withoutChoice.missing.map(([name]) => name))
  const complete = Object.fromEntries(Object.entries(known).filter(([name]) => !incomplete.has(name)))
  return { mode: { kind: 'form', schema, known: complete }, known, write: null }
}

function pairingOf({ faceId, reference }: FacePick, { faces, references }: FaceChoiceContext): FacePairing {
  const face = faces.find(({ id }) => id === faceId)
  if (face === undefined) throw new Error(`Face ${faceId} doesn’t exist.`)
  return { face, reference, faces, references }
}

function hasStyle(style: Style, concepts: ReadonlySet<string>): boolean {
  return style === 'faces' || concepts.has(style === 'pairs' ? 'pair' : 'reference')
}

/** True if the tool has a property for references. Also true if the property is optional, or if Kiln can't fill it. */
function mentionsReference(schema: JsonSchema): boolean {
  const plan = planToolArguments<null>(schema, (property) => {
    if (isObjectWithProperties(property.schema) || isObjectWithProperties(property.schema.items ?? {})) return null
    return { concepts: faceSubjectOfProperty(property) === 'reference' ? ['reference'] : [], write: () => null }
  })
  return plan.concepts.has('reference')
}

/** Returns selections for testing the written arguments. The first has one face. If `many` is true, the second has all faces. */
function samplesOf({ faces }: FaceChoiceContext, many: boolean): readonly (readonly FacePick[])[] {
  const all = faces.map(({ id }) => ({ faceId: id, reference: 0 }))
  return faces.length === 0 ? [] : [all.slice(0, 1), ...(many ? [all] : [])]
}

function partFor(property: ToolProperty, style: Style, references: References): FacePart | null {
  const part = listPart(property, style, references) ?? mapPart(property, references) ?? singlePart(property, references)
  if (part === null || property.isRequired) return part
  const isPair = part.concepts.includes('pair')
  if (style === 'pairs') return isPair ? part : null
  return isPair || (style === 'faces' && part.concepts.includes('reference')) ? null : part
}

/** Returns how to fill a list of faces, references, or objects that name both. Null if the property isn't such a list. */
function listPart(property: ToolProperty, style: Style, references: References): FacePart | null {
  const { schema, trail } = property
  if (!typesOf(schema).includes('array') || !isRecord(schema.items)) return null
  const item = itemPart({ trail, schema: schema.items, isRequired: true }, references)
  if (item === null) return null
  const isPair = item.concepts.includes('face') && item.concepts.includes('reference')
  const concepts = [...item.concepts, ...(isPair ? ['pair'] : []), ...(schema.maxItems === 1 ? ['single'] : [])]
  // In the `pairs` style, a separate list contains all references. The pairs refer to its items.
  if (style === 'pairs' && !item.concepts.includes('face'))
    return { concepts: item.concepts, write: ([first]) => references.map((_, reference) => first && item.write({ ...first, reference })) }
  return { concepts, write: (pairings) => pairings.map(item.write) }
}

function itemPart(property: ToolProperty, references: References): ArgumentPart<FacePairing> | null {
  if (!isObjectWithProperties(property.schema)) return scalarPart(property, references)
  const plan = planToolArguments<FacePairing>(property.schema, (inner) => scalarPart(inner, references), property.trail)
  return plan.missing.length > 0 || plan.concepts.size === 0 ? null : { concepts: [...plan.concepts], write: plan.write }
}

function scalarPart(property: ToolProperty, references: References): ArgumentPart<FacePairing> | null {
  const subject = faceSubjectOfProperty(property)
  const write = subject === 'face' ? faceWriter(property) : subject === 'reference' ? referenceWriter(property, references) : null
  return subject === null || write === null ? null : { concepts: [subject], write }
}

/** Returns how to fill a property with a single face or a single reference. Null if the property accepts neither. */
function singlePart(property: ToolProperty, references: References): FacePart | null {
  const part = scalarPart(property, references)
  return part === null ? null : { concepts: [...part.concepts, 'single'], write: ([first]) => first && part.write(first) }
}

/** Returns how to fill an object that maps each face to its reference. Null if the property isn't such an object. */
function mapPart(property: ToolProperty, references: References): FacePart | null {
  const { schema, trail } = property
  const values = schema.additionalProperties
  if (faceSubjectOfProperty(property) === null || isObjectWithProperties(schema) || !isRecord(values)) return null
  const description = `${schema.description ?? ''} ${values.description ?? ''}`
  const value = itemPart({ trail: [...trail, 'reference'], schema: { ...values, description }, isRequired: true }, references)
  const names = isRecord(schema['propertyNames']) ? schema['propertyNames'] : {}
  const nameOf = faceWriter({ trail: [...trail, 'face'], schema: { ...names, type: 'string' }, isRequired: true })
  if (value === null || nameOf === null || value.concepts.includes('face')) return null
  const write: FacePart['write'] = (pairings) =>
    Object.fromEntries(pairings.map((pairing) => [String(nameOf(pairing)), value.write(pairing)]))
  return { concepts: ['face', 'reference', 'pair'], write }
}
