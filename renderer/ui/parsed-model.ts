import { DoubleSide, Group, Mesh, MeshStandardMaterial, Points, PointsMaterial, TextureLoader } from 'three'
import type { AnimationClip, BufferGeometry, Object3D } from 'three'

import { say } from '../../shared/i18n/say.ts'

export type ParsedModel = { readonly model: Object3D; readonly animations: readonly AnimationClip[] }

/** Colour of models in formats without materials. */
const clay = 0xb9b2a8

type Reader = (bytes: ArrayBuffer) => Promise<ParsedModel>
const readers: Readonly<Record<string, Reader>> = {
  'model/gltf-binary': readGltf,
  'model/gltf+json': readGltf,
  'model/stl': readStl,
  'model/ply': readPly,
  'model/obj': readObj
}

/**
 * Reads a 3D model from the bytes of its file. Each format's parser is loaded from the app on first use.
 *
 * @throws the parser's error for a broken file
 * @throws Error for an unsupported format or an empty model
 */
export async function readModel(contentType: string, bytes: ArrayBuffer): Promise<ParsedModel> {
  const read = readers[contentType]
  if (read === undefined) throw new Error(say('Kiln can’t display this format.'))
  const found = await read(bytes)
  let hasPoints = false
  found.model.traverse((part) => {
    hasPoints ||= (part instanceof Mesh || part instanceof Points) && part.geometry.getAttribute('position')?.count > 0
  })
  if (!hasPoints) throw new Error(say('The model is empty.'))
  return found
}

async function readGltf(bytes: ArrayBuffer): Promise<ParsedModel> {
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js')
  const loader = new GLTFLoader()
  // Loads textures as images, because the default loader requests a blob, which our content security policy blocks.
  loader.register((parser) => {
    parser.textureLoader = new TextureLoader(parser.options.manager)
    return { name: 'textures as pictures' }
  })
  const { scene, animations } = await loader.parseAsync(bytes, '')
  return { model: scene, animations }
}

/**
 * Reads an STL file and rotates the model. STL files are made for 3D printing, where the z axis points up. In three.js, the y axis points
 * up.
 */
async function readStl(bytes: ArrayBuffer): Promise<ParsedModel> {
  const { STLLoader } = await import('three/addons/loaders/STLLoader.js')
  const model = new Group().add(ofClay(new STLLoader().parse(bytes)))
  model.rotation.x = -Math.PI / 2
  return { model, animations: [] }
}

/** Reads a PLY file. A file without faces becomes a point cloud. */
async function readPly(bytes: ArrayBuffer): Promise<ParsedModel> {
  const { PLYLoader } = await import('three/addons/loaders/PLYLoader.js')
  const geometry = new PLYLoader().parse(bytes)
  if (geometry.index !== null) return { model: ofClay(geometry), animations: [] }
  const vertexColors = geometry.hasAttribute('color')
  const material = new PointsMaterial({ size: 2, sizeAttenuation: false, vertexColors, ...(!vertexColors && { color: clay }) })
  return { model: new Points(geometry, material), animations: [] }
}

/** Reads an OBJ file. OBJ materials are in a separate file, which results don't have. The model therefore gets the default colour. */
async function readObj(bytes: ArrayBuffer): Promise<ParsedModel> {
  const { OBJLoader } = await import('three/addons/loaders/OBJLoader.js')
  const model = new OBJLoader().parse(new TextDecoder().decode(bytes))
  model.traverse((part) => {
    if (part instanceof Mesh) part.material = clayFor(part.geometry)
  })
  return { model, animations: [] }
}

function ofClay(geometry: BufferGeometry): Mesh {
  if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals()
  return new Mesh(geometry, clayFor(geometry))
}

function clayFor(geometry: BufferGeometry): MeshStandardMaterial {
  const vertexColors = geometry.hasAttribute('color')
  return new MeshStandardMaterial({ color: vertexColors ? 0xffffff : clay, roughness: 0.75, side: DoubleSide, vertexColors })
}
