import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFaces } from '../../../electron/faces/parse-faces.ts'

const box = { x: 10, y: 20, width: 30, height: 40 }
const read = (structured: unknown, content: readonly unknown[] = []) => parseFaces({ structured, content })

describe('faces in a response', () => {
  it.each([
    ['a list at the top level', { faces: [{ faceId: 'a', index: 0, box }] }],
    ['a list deeper down', { data: { selection: { detectedFaces: [{ faceId: 'a', index: 0, box }] } } }],
    ['a map by ID', { faces: { a: { index: 0, box } } }],
    ['a bare list', [{ id: 'a', faceIndex: 0, bbox: [10, 20, 30, 40] }]],
    ['corners', { faces: [{ face_id: 'a', index: 0, boundingBox: { left: 10, top: 20, right: 40, bottom: 60 } }] }],
    ['coordinates beside the ID', { faces: [{ id: 'a', index: 0, x: 10, y: 20, w: 30, h: 40 }] }],
    ['a list beside a list of references', { referenceFaces: [{ id: 'r', index: 0, box }], faces: [{ id: 'a', index: 0, box }] }]
  ])('are found in %s', (_what, structured) => {
    expect(read(structured).faces).toMatchObject([{ id: 'a', index: 0, box: { ...box, isPart: false } }])
  })

  it('have boxes as fractions of the image if no number exceeds one', () => {
    expect(read({ faces: [{ id: 'a', box: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } }] }).faces[0]?.box).toMatchObject({ isPart: true })
  })

  it('include the maximum number to choose', () => {
    expect(read({ selection: { maxFaces: 1, faces: [{ id: 'a' }] } }).most).toBe(1)
    expect(read({ faces: [{ id: 'a' }] }).most).toBeNull()
  })

  it('always have an ID', () => {
    expect(read({ faces: [{ box }, { box, index: 7 }] }).faces.map(({ id }) => id)).toEqual(['0', '7'])
  })

  it('include their times in a video, in seconds', () => {
    const { faces } = read({ faces: [{ id: 'a', moments: [{ atMs: 1500, box }, { time: 2, box: [0, 0, 0.5, 0.5] }, 3] }] })
    expect(faces[0]?.moments.map(({ atInSeconds }) => atInSeconds)).toEqual([1.5, 2, 3])
  })

  it('are empty in a response about something else', () => {
    for (const other of [null, 'waiting', 7, {}, { status: 'NEEDS_INPUT' }, { faces: [] }, { list: [1, 2] }])
      expect(read(other).faces).toEqual([])
  })

  it('are parsed from any JSON without throwing', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (structured, content) => void parseFaces({ structured, content })))
  })
})

describe('references in a response', () => {
  it('are read with their identifiers and URLs', () => {
    const url = 'https://files.example/a.png'
    const references = [{ referenceId: 'r1', url }, { id: 'r2' }]
    expect(read({ selection: { references, faces: [{ id: 'a', box }] } }).references).toEqual([
      { id: 'r1', url },
      { id: 'r2', url: null }
    ])
    expect(read({ selection: { references: 2, faces: [{ id: 'a', box }] } }).references).toEqual([])
  })
})

describe('previews in a response', () => {
  const address = 'https://cdn.example/preview.png'

  it.each([
    [
      'an image block',
      [{ type: 'image', data: 'AAAA', mimeType: 'image/webp' }],
      { kind: 'enclosed', base64: 'AAAA', contentType: 'image/webp' }
    ],
    [
      'a link to a resource',
      [{ type: 'resource_link', uri: address, mimeType: 'image/png' }],
      { kind: 'address', url: address, contentType: 'image/png' }
    ],
    [
      'a resource',
      [{ type: 'resource', resource: { uri: 'x://1', mimeType: 'image/png', blob: 'BBBB' } }],
      { kind: 'enclosed', base64: 'BBBB', contentType: 'image/png' }
    ]
  ])('are read from %s', (_what, content, expected) => {
    expect(read({}, content).previews).toEqual([expected])
  })

  it.each([
    ['a URL', { previewUrl: address }],
    ['a list of URLs', { data: { previews: [address] } }],
    ['objects with a URL', { selection: { previews: [{ url: address }] } }]
  ])('are read from %s in the structured part', (_what, structured) => {
    expect(read(structured).previews).toEqual([{ kind: 'address', url: address, contentType: null }])
  })

  it('are read only from image URLs', () => {
    expect(
      read({ previewUrl: 'javascript:alert(1)', previews: ['file:///etc/passwd', 7, null] }, [{ type: 'text', text: address }]).previews
    ).toEqual([])
  })

  it('of a face belong to that face', () => {
    expect(read({ faces: [{ id: 'a', thumbnailUrl: address }] }).faces[0]?.picture).toEqual({
      kind: 'address',
      url: address,
      contentType: null
    })
  })
})
