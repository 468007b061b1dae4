import { Mesh, Points } from 'three'
import { describe, expect, it } from 'vitest'
import { readModel } from '../../../renderer/ui/parsed-model.ts'

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

/** Reads a model. Returns the types of its meshes and point clouds, and their total number of points. */
async function read(contentType: string, bytes: ArrayBuffer): Promise<{ readonly kinds: readonly string[]; readonly points: number }> {
  const kinds: string[] = []
  let points = 0
  const { model } = await readModel(contentType, bytes)
  model.traverse((part) => {
    if (!(part instanceof Mesh) && !(part instanceof Points)) return
    kinds.push(part.type)
    points += part.geometry.getAttribute('position').count
  })
  return { kinds, points }
}

const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1]
] as const
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3]
] as const
const stl = [
  'solid corner',
  ...faces.flatMap((face) => [
    'facet normal 0 0 1',
    'outer loop',
    ...face.map((at) => `vertex ${corners[at].join(' ')}`),
    'endloop',
    'endfacet'
  ]),
  'endsolid corner'
].join('\n')
const plyHead = (more: readonly string[]): string =>
  ['ply', 'format ascii 1.0', 'element vertex 4', 'property float x', 'property float y', 'property float z', ...more, 'end_header'].join(
    '\n'
  )
const points = corners.map((corner) => corner.join(' ')).join('\n')

/** Returns the same model as binary STL, which most programs write. */
function binaryStl(): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(84 + 50 * faces.length))
  view.setUint32(80, faces.length, true)
  for (const [place, face] of faces.entries())
    for (const [corner, at] of face.entries())
      for (const axis of [0, 1, 2] as const) view.setFloat32(84 + 50 * place + 12 + 12 * corner + 4 * axis, corners[at][axis], true)
  return view.buffer
}

describe('a 3D model is read', () => {
  it('from text and binary STL', async () => {
    expect(await read('model/stl', bytesOf(stl))).toEqual({ kinds: ['Mesh'], points: 12 })
    expect(await read('model/stl', binaryStl())).toEqual({ kinds: ['Mesh'], points: 12 })
  })

  it('from PLY with faces and as a point cloud', async () => {
    const withFaces = `${plyHead(['element face 4', 'property list uchar int vertex_indices'])}\n${points}\n${faces.map((face) => `3 ${face.join(' ')}`).join('\n')}\n`
    expect(await read('model/ply', bytesOf(withFaces))).toEqual({ kinds: ['Mesh'], points: 4 })
    expect(await read('model/ply', bytesOf(`${plyHead([])}\n${points}\n`))).toEqual({ kinds: ['Points'], points: 4 })
  })

  it('from OBJ', async () => {
    const lines = [...corners.map((corner) => `v ${corner.join(' ')}`), ...faces.map((face) => `f ${face.map((at) => at + 1).join(' ')}`)]
    expect(await read('model/obj', bytesOf(lines.join('\n')))).toEqual({ kinds: ['Mesh'], points: 12 })
  })

  it('but not from a damaged, empty or unsupported file', async () => {
    await expect(readModel('model/stl', bytesOf('solid nothing\nendsolid'))).rejects.toThrow()
    await expect(readModel('model/obj', bytesOf('# nothing'))).rejects.toThrow('The model is empty.')
    await expect(readModel('model/ply', bytesOf('ply'))).rejects.toThrow()
    await expect(readModel('model/3mf', bytesOf('PK'))).rejects.toThrow('can’t display this format')
    await expect(readModel('model/gltf-binary', bytesOf('glTF'))).rejects.toThrow()
  })
})
