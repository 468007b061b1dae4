import type { FacePick, FaceWay, FoundFace } from '../../shared/faces.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'

type Arguments = { readonly [name: string]: unknown }
/** Writes the faces of a choice as the tool wants them. */
type Writer = (picks: readonly FacePick[], faceOf: (id: string) => FoundFace) => unknown

/**
 * How `select_faces` takes a choice, read from its own input schema (behaviour section 3, Faces): the property for the task id is filled,
 * and the one that takes the faces is found by its name and shape: ids, indexes, or pairs of face and reference. Null `write`: a property
 * that has to be there is not understood, so the schema is shown as a form.
 */
export type FaceArguments = {
  readonly way: FaceWay
  /** The arguments of the call; only where the way is `faces`. */
  readonly write: ((picks: readonly FacePick[], faces: readonly FoundFace[]) => Arguments) | null
}

export function faceArguments(schema: JsonSchema, taskId: string, idempotencyKey: string): FaceArguments {
  const properties = Object.entries(schema.properties ?? {})
  const known: { [name: string]: unknown } = {}
  let found: { readonly name: string; readonly writer: Writer; readonly many: boolean; readonly pairs: boolean } | null = null
  for (const [name, property] of properties) {
    if (isTaskId(name)) known[name] = taskId
    else if (isKey(name)) known[name] = idempotencyKey
    else {
      const writer = writerOf(name, property)
      if (writer !== null && (found === null || (writer.pairs && !found.pairs))) found = { name, ...writer }
    }
  }
  const isUnderstood = (name: string): boolean =>
    name in known || name === found?.name || (schema.properties?.[name]?.default ?? schema.properties?.[name]?.const) !== undefined
  if (found === null || !(schema.required ?? []).every(isUnderstood)) return { way: { kind: 'form', schema, known }, write: null }
  const { name, writer, many, pairs } = found
  return {
    way: { kind: 'faces', many, pairs },
    write: (picks, faces) => {
      const faceOf = (id: string): FoundFace => {
        const face = faces.find((one) => one.id === id)
        if (face === undefined) throw new Error(`There is no face ${id}.`)
        return face
      }
      return { ...known, [name]: writer(picks, faceOf) }
    }
  }
}

function isTaskId(name: string): boolean {
  return /^task_?id$/i.test(name)
}

function isKey(name: string): boolean {
  return /^idempotency_?key$/i.test(name)
}

function writerOf(name: string, property: JsonSchema): { readonly writer: Writer; readonly many: boolean; readonly pairs: boolean } | null {
  if (!/face|select|mapping|pair|choice/i.test(name) || /reference/i.test(name)) return null
  if (isOf(property, 'array')) {
    const items = property.items ?? {}
    const many = property.maxItems !== 1
    const pair = isOf(items, 'object') || items.properties !== undefined ? pairWriter(items) : null
    if (pair !== null)
      return { many, pairs: pair.pairs, writer: (picks, faceOf) => picks.map((pick) => pair.write(pick, faceOf(pick.faceId))) }
    const one = faceWriter(name, items)
    return one === null ? null : { many, pairs: false, writer: (picks, faceOf) => picks.map(({ faceId }) => one(faceOf(faceId))) }
  }
  const one = faceWriter(name, property)
  if (one === null) return null
  return {
    many: false,
    pairs: false,
    writer: ([pick], faceOf) => (pick === undefined ? null : one(faceOf(pick.faceId)))
  }
}

/** A face by its id where text is wanted, by its index where a number is. */
function faceWriter(name: string, schema: JsonSchema): ((face: FoundFace) => unknown) | null {
  if (isOf(schema, 'integer') || isOf(schema, 'number')) {
    const startsAtOne = /number/i.test(name)
    return (face) => (startsAtOne ? face.number : (face.index ?? face.number - 1))
  }
  return isOf(schema, 'string') ? (face) => face.id : null
}

/** An object that names a face, and perhaps the reference it gets; null when it wants more than that. */
function pairWriter(items: JsonSchema): { readonly pairs: boolean; readonly write: (pick: FacePick, face: FoundFace) => unknown } | null {
  const entries = Object.entries(items.properties ?? {})
  const isReference = (name: string): boolean => /reference|source|replacement/i.test(name)
  const face = entries.find(
    ([name, schema]) => !isReference(name) && /face|^id$|index|number/i.test(name) && faceWriter(name, schema) !== null
  )
  const reference = entries.find(([name]) => isReference(name))
  if (face === undefined) return null
  const names = [face[0], reference?.[0]]
  if (!(items.required ?? []).every((name) => names.includes(name))) return null
  const writeFace = faceWriter(...face)
  return {
    pairs: reference !== undefined,
    write: (pick, found) => ({
      [face[0]]: writeFace?.(found),
      ...(reference === undefined ? {} : { [reference[0]]: referenceOf(reference, pick) })
    })
  }
}

/** References count from nought where the schema lets them, from one otherwise. */
function referenceOf([name, schema]: readonly [string, JsonSchema], pick: FacePick): unknown {
  const place = schema.minimum === 1 || /number/i.test(name) ? pick.reference + 1 : pick.reference
  return isOf(schema, 'string') ? String(place) : place
}

function isOf({ type }: JsonSchema, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted
}
