import { describe, expect, it } from 'vitest'
import { planFaceArguments, type FaceChoiceContext } from '../../../electron/faces/plan-face-arguments.ts'
import type { FacePick, DetectedFace } from '../../../shared/task/faces.ts'
import { normalizeSchema } from '../../../shared/form/fields/normalize-schema.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'

const face = (id: string, number: number): DetectedFace => ({
  id,
  number,
  index: number - 1,
  preview: 0,
  box: null,
  pictureUrl: null,
  moments: []
})
const faces = [face('f-a', 1), face('f-b', 2), face('f-c', 3)]
const picks: readonly FacePick[] = [
  { faceId: 'f-c', reference: 1 },
  { faceId: 'f-a', reference: 0 }
]
const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }

function schemaOf(properties: { readonly [name: string]: JsonSchema }, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties: { taskId: text, ...properties }, required: ['taskId', ...required] }
}
const references = [
  { url: 'https://files.example/ref-a.png', id: null },
  { url: 'https://files.example/ref-b.png', id: null }
]
const choice = { taskId: 'T1', capability: 'face-swap', idempotencyKey: 'key-1', faces, references }
const read = (schema: JsonSchema, known: Partial<FaceChoiceContext> = {}) =>
  planFaceArguments(normalizeSchema(schema, schema), { ...choice, ...known })

describe('the arguments of a face selection', () => {
  it.each<[string, JsonSchema, object, unknown]>([
    ['ids', { faceIds: { type: 'array', items: text } }, { many: true, pairs: false }, { faceIds: ['f-c', 'f-a'] }],
    ['indexes', { face_indexes: { type: 'array', items: whole } }, { many: true, pairs: false }, { face_indexes: [2, 0] }],
    ['numbers', { faceNumbers: { type: 'array', items: whole } }, { many: true, pairs: false }, { faceNumbers: [3, 1] }],
    [
      'pairs',
      {
        selections: {
          type: 'array',
          items: { type: 'object', properties: { faceId: text, referenceIndex: whole }, required: ['faceId', 'referenceIndex'] }
        }
      },
      { many: true, pairs: true },
      {
        selections: [
          { faceId: 'f-c', referenceIndex: 1 },
          { faceId: 'f-a', referenceIndex: 0 }
        ]
      }
    ],
    [
      'one-based pairs',
      {
        mappings: {
          type: 'array',
          items: { type: 'object', properties: { faceIndex: whole, sourceIndex: { type: 'integer', minimum: 1 } } }
        }
      },
      { many: true, pairs: true },
      {
        mappings: [
          { faceIndex: 2, sourceIndex: 2 },
          { faceIndex: 0, sourceIndex: 1 }
        ]
      }
    ],
    [
      'objects with only a face',
      { faces: { type: 'array', maxItems: 1, items: { type: 'object', properties: { id: text } } } },
      { many: false, pairs: false },
      { faces: [{ id: 'f-c' }, { id: 'f-a' }] }
    ],
    ['one id', { selectedFaceId: text }, { many: false, pairs: false }, { selectedFaceId: 'f-c' }],
    ['one index', { faceIndex: whole }, { many: false, pairs: false }, { faceIndex: 2 }]
  ] as never)('are %s if the tool needs them', (_what, properties, way, expected) => {
    const { mode: found, write } = read(schemaOf(properties as never))
    expect(found).toEqual({ kind: 'faces', ...way })
    expect(write?.(picks)).toEqual({ taskId: 'T1', ...(expected as object) })
  })

  const [urlA, urlB] = references.map(({ url }) => url)
  const uri: JsonSchema = { type: 'string', format: 'uri' }
  const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
  const closed = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false
  })

  it.each<[string, JsonSchema, object, unknown]>([
    [
      'the task ID under another name',
      closed({ task_id: text, face_ids: list(text) }),
      { many: true, pairs: false },
      { task_id: 'T1', face_ids: ['f-c', 'f-a'] }
    ],
    [
      'reference URLs',
      closed({ taskId: text, selections: list(closed({ faceId: text, referenceUrl: uri })) }),
      { many: true, pairs: true },
      {
        taskId: 'T1',
        selections: [
          { faceId: 'f-c', referenceUrl: urlB },
          { faceId: 'f-a', referenceUrl: urlA }
        ]
      }
    ],
    [
      'reference URLs that only the property name reveals',
      closed({ taskId: text, swaps: list(closed({ face_index: whole, source_image: text })) }),
      { many: true, pairs: true },
      {
        taskId: 'T1',
        swaps: [
          { face_index: 2, source_image: urlB },
          { face_index: 0, source_image: urlA }
        ]
      }
    ],
    [
      'one-based references according to the description',
      closed({ taskId: text, pairs: list(closed({ faceId: text, reference: { type: 'integer', description: 'One-based reference.' } })) }),
      { many: true, pairs: true },
      {
        taskId: 'T1',
        pairs: [
          { faceId: 'f-c', reference: 2 },
          { faceId: 'f-a', reference: 1 }
        ]
      }
    ],
    [
      'one-based faces according to the minimum',
      closed({ taskId: text, faceIndexes: list({ type: 'integer', minimum: 1 }) }),
      { many: true, pairs: false },
      { taskId: 'T1', faceIndexes: [3, 1] }
    ],
    [
      'parallel lists',
      closed({ taskId: text, faceIds: list(text), referenceNumbers: list(whole) }),
      { many: true, pairs: true },
      { taskId: 'T1', faceIds: ['f-c', 'f-a'], referenceNumbers: [2, 1] }
    ],
    [
      'parallel lists inside an object',
      closed({ input: closed({ id: text, faces: list(text), references: list(uri) }) }),
      { many: true, pairs: true },
      { input: { id: 'T1', faces: ['f-c', 'f-a'], references: [urlB, urlA] } }
    ],
    [
      'a map from face to index',
      closed({ taskId: text, faceMapping: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } } }),
      { many: true, pairs: true },
      { taskId: 'T1', faceMapping: { 'f-c': 2, 'f-a': 1 } }
    ],
    [
      'a map from face to object',
      closed({ taskId: text, faces: { type: 'object', additionalProperties: closed({ url: uri }) } }),
      { many: true, pairs: true },
      { taskId: 'T1', faces: { 'f-c': { url: urlB }, 'f-a': { url: urlA } } }
    ],
    [
      'pairs of objects',
      closed({ taskId: text, selections: list(closed({ face: closed({ id: text }), reference: closed({ imageUrl: uri }) })) }),
      { many: true, pairs: true },
      {
        taskId: 'T1',
        selections: [
          { face: { id: 'f-c' }, reference: { imageUrl: urlB } },
          { face: { id: 'f-a' }, reference: { imageUrl: urlA } }
        ]
      }
    ],
    [
      'pairs and the list of all references',
      closed({ taskId: text, references: list(uri), selections: list(closed({ faceId: text, referenceIndex: whole })) }),
      { many: true, pairs: true },
      {
        taskId: 'T1',
        references: [urlA, urlB],
        selections: [
          { faceId: 'f-c', referenceIndex: 1 },
          { faceId: 'f-a', referenceIndex: 0 }
        ]
      }
    ],
    [
      'one face and its reference',
      closed({ taskId: text, faceId: text, referenceFaceImageUrl: uri }),
      { many: false, pairs: true },
      { taskId: 'T1', faceId: 'f-c', referenceFaceImageUrl: urlB }
    ],
    [
      'parts from a $ref in one of several variants',
      {
        oneOf: [closed({ mask: text }), { allOf: [{ $ref: '#/$defs/Choice' }] }],
        $defs: {
          Choice: closed({ taskId: { anyOf: [text, { type: 'null' }] }, faces: list({ $ref: '#/$defs/Face' }) }),
          Face: closed({ id: text })
        }
      },
      { many: true, pairs: false },
      { taskId: 'T1', faces: [{ id: 'f-c' }, { id: 'f-a' }] }
    ],
    [
      'a mode with a single value',
      closed({ taskId: text, faceIds: list(text), mode: { enum: ['replace'] }, capability: text }),
      { many: true, pairs: false },
      { taskId: 'T1', faceIds: ['f-c', 'f-a'], mode: 'replace', capability: 'face-swap' }
    ]
  ])('contain %s if the schema requires it', (_what, schema, way, expected) => {
    const { mode: found, write } = read(schema)
    expect(found).toEqual({ kind: 'faces', ...way })
    expect(write?.(picks)).toEqual(expected)
  })

  it('identify references by the service’s IDs', () => {
    const schema = closed({ taskId: text, selections: list(closed({ faceId: text, referenceId: text })) })
    const shown = references.map((reference, place) => ({ ...reference, id: `ref-${place}` }))
    expect(read(schema, { references: shown }).write?.(picks)).toMatchObject({
      selections: [{ referenceId: 'ref-1' }, { referenceId: 'ref-0' }]
    })
    expect(read(schema).mode.kind).toBe('form')
  })

  it('are a form if one of several references must be chosen and their IDs are unknown', () => {
    const items = { type: 'object', properties: { faceId: text, referenceId: text }, required: ['faceId'] }
    const schema = closed({ taskId: text, selections: list(items) })
    expect(read(schema).mode.kind).toBe('form')
    expect(read(schema, { references: references.slice(1) }).mode).toMatchObject({ kind: 'faces', pairs: false })
  })

  it('keep a service’s index that starts at one', () => {
    const fromOne = faces.map((one) => ({ ...one, index: one.number }))
    const schema = closed({ taskId: text, faceIndexes: list({ type: 'integer', minimum: 1 }) })
    expect(read(schema, { faces: fromOne }).write?.(picks)).toMatchObject({ faceIndexes: [3, 1] })
  })

  it('contain the idempotency key if the tool has a property for it', () => {
    const { write } = read(schemaOf({ faceIds: { type: 'array', items: text }, idempotencyKey: text }, ['idempotencyKey']))
    expect(write?.(picks)).toMatchObject({ idempotencyKey: 'key-1' })
  })

  it('prefer pairs to bare IDs if the tool has both', () => {
    const pairs: JsonSchema = { type: 'array', items: { type: 'object', properties: { faceId: text, referenceIndex: whole } } }
    expect(read(schemaOf({ faceIds: { type: 'array', items: text }, faceMapping: pairs })).mode).toMatchObject({ pairs: true })
  })

  it.each<[string, JsonSchema]>([
    ['no property for faces', schemaOf({ answer: text }, ['answer'])],
    ['another required property', schemaOf({ faceIds: { type: 'array', items: text }, mode: text }, ['faceIds', 'mode'])],
    [
      'pairs with another required property',
      schemaOf(
        { faces: { type: 'array', items: { type: 'object', properties: { id: text, strength: whole }, required: ['id', 'strength'] } } },
        ['faces']
      )
    ],
    ['a reference with an unknown URL', closed({ taskId: text, faceId: text, donorUrl: uri })],
    ['a face URL', closed({ taskId: text, faceImageUrl: uri })],
    ['an enum without the faces that were found', closed({ taskId: text, faceIds: list({ enum: ['left', 'right'] }) })],
    ['no properties', {}]
  ])('are a form if the tool has %s', (_what, schema) => {
    expect(read(schema, { references: [{ url: null, id: null }] })).toMatchObject({ mode: { kind: 'form' }, write: null })
  })

  it('don’t include a property that has a default', () => {
    const { mode } = read(schemaOf({ faceIds: { type: 'array', items: text }, mode: { type: 'string', default: 'fast' } }, ['mode']))
    expect(mode.kind).toBe('faces')
  })

  it('are prefilled in a form as far as they’re known', () => {
    expect(read(schemaOf({ answer: text }, ['answer'])).mode).toMatchObject({ known: { taskId: 'T1' } })
  })

  it('leave an object that Kiln can fill only partly to the form, and keep the known part', () => {
    const { mode, known } = read(closed({ request: closed({ task_id: text, answer: text }) }))
    expect([mode, known]).toMatchObject([{ kind: 'form', known: {} }, { request: { task_id: 'T1' } }])
    expect(mode.kind === 'form' && Object.keys(mode.known)).toEqual([])
  })

  it('are a form while no face is known', () => {
    expect(read(schemaOf({ faceIds: list(text) }), { faces: [] })).toMatchObject({
      mode: { kind: 'form', known: { taskId: 'T1' } },
      write: null
    })
  })
})
