import { describe, expect, it } from 'vitest'
import { faceArguments } from '../../electron/core/face-arguments.ts'
import type { FacePick, FoundFace } from '../../shared/faces.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'

const face = (id: string, number: number): FoundFace => ({
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
  { faceId: 'f-c', reference: 0 },
  { faceId: 'f-a', reference: 1 }
]
const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }

function schemaOf(properties: { readonly [name: string]: JsonSchema }, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties: { taskId: text, ...properties }, required: ['taskId', ...required] }
}
const read = (schema: JsonSchema) => faceArguments(schema, 'T1', 'key-1')

describe('the arguments of a choice of faces', () => {
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
          { faceId: 'f-c', referenceIndex: 0 },
          { faceId: 'f-a', referenceIndex: 1 }
        ]
      }
    ],
    [
      'pairs that count from one',
      {
        mappings: {
          type: 'array',
          items: { type: 'object', properties: { faceIndex: whole, sourceIndex: { type: 'integer', minimum: 1 } } }
        }
      },
      { many: true, pairs: true },
      {
        mappings: [
          { faceIndex: 2, sourceIndex: 1 },
          { faceIndex: 0, sourceIndex: 2 }
        ]
      }
    ],
    [
      'objects that name a face alone',
      { faces: { type: 'array', maxItems: 1, items: { type: 'object', properties: { id: text } } } },
      { many: false, pairs: false },
      { faces: [{ id: 'f-c' }, { id: 'f-a' }] }
    ],
    ['one id', { selectedFaceId: text }, { many: false, pairs: false }, { selectedFaceId: 'f-c' }],
    ['one index', { faceIndex: whole }, { many: false, pairs: false }, { faceIndex: 2 }]
  ] as never)('are %s where the tool wants those', (_what, properties, way, expected) => {
    const { way: found, write } = read(schemaOf(properties as never))
    expect(found).toEqual({ kind: 'faces', ...way })
    expect(write?.(picks, faces)).toEqual({ taskId: 'T1', ...(expected as object) })
  })

  it('hold the key where the tool has a place for one', () => {
    const { write } = read(schemaOf({ faceIds: { type: 'array', items: text }, idempotencyKey: text }, ['idempotencyKey']))
    expect(write?.(picks, faces)).toMatchObject({ idempotencyKey: 'key-1' })
  })

  it('take pairs before bare ids, when the tool has both', () => {
    const pairs: JsonSchema = { type: 'array', items: { type: 'object', properties: { faceId: text, referenceIndex: whole } } }
    expect(read(schemaOf({ faceIds: { type: 'array', items: text }, faceMapping: pairs })).way).toMatchObject({ pairs: true })
  })

  it.each<[string, JsonSchema]>([
    ['no property that takes faces', schemaOf({ answer: text }, ['answer'])],
    ['a property beside them that has to be there', schemaOf({ faceIds: { type: 'array', items: text }, mode: text }, ['faceIds', 'mode'])],
    [
      'pairs that want more',
      schemaOf(
        { faces: { type: 'array', items: { type: 'object', properties: { id: text, strength: whole }, required: ['id', 'strength'] } } },
        ['faces']
      )
    ],
    ['nothing at all', {}]
  ])('are a form where the tool has %s', (_what, schema) => {
    expect(read(schema)).toMatchObject({ way: { kind: 'form' }, write: null })
  })

  it('leave alone what has a default', () => {
    const { way } = read(schemaOf({ faceIds: { type: 'array', items: text }, mode: { type: 'string', default: 'fast' } }, ['mode']))
    expect(way.kind).toBe('faces')
  })

  it('are filled in, in a form, as far as they are known', () => {
    expect(read(schemaOf({ answer: text }, ['answer'])).way).toMatchObject({ known: { taskId: 'T1' } })
  })
})
