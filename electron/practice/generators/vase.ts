import type { GenerationRequest } from '../generate-media.ts'
import { randomStream } from './random.ts'

type Point = readonly [number, number, number]

/** Number of segments around and along the vase, by the capability's `detail`. */
const meshSizes: { readonly [detail: string]: readonly [number, number] } = { low: [24, 24], medium: [48, 48], high: [96, 80] }

const glazes: readonly (readonly [Point, Point])[] = [
  [
    [0.52, 0.68, 0.6],
    [0.78, 0.86, 0.8]
  ],
  [
    [0.16, 0.27, 0.5],
    [0.5, 0.63, 0.8]
  ],
  [
    [0.72, 0.32, 0.12],
    [0.93, 0.66, 0.36]
  ],
  [
    [0.42, 0.36, 0.31],
    [0.8, 0.74, 0.66]
  ]
]

/**
 * Generates a vase as a binary glTF 2.0 with normals, vertex colours and 16-bit indices. It is about 20 cm high, with its base at the
 * origin.
 */
export function makeVase(request: GenerationRequest): Buffer {
  const random = randomStream(request.seed)
  const [around, along] = meshSizes[String(request.body['detail'] ?? 'medium')] ?? [48, 48]
  const outline = throwOutline(random, along)
  const glaze = request.body['withColors'] === false ? null : (glazes[Math.floor(random() * glazes.length)] ?? null)

  const positions: number[] = []
  const normals: number[] = []
  const colors: number[] = []
  for (const [row, { radius, height }] of outline.entries()) {
    const before = outline[Math.max(0, row - 1)] ?? { radius, height }
    const after = outline[Math.min(outline.length - 1, row + 1)] ?? { radius, height }
    // The normal of a surface of revolution is in the plane of its outline.
    const run = after.height - before.height
    const rise = after.radius - before.radius
    const length = Math.hypot(run, rise) || 1
    for (let column = 0; column <= around; column += 1) {
      const angle = (column / around) * Math.PI * 2
      positions.push(Math.cos(angle) * radius, height, Math.sin(angle) * radius)
      normals.push((Math.cos(angle) * run) / length, -rise / length, (Math.sin(angle) * run) / length)
      colors.push(...glazeAt(glaze, height / 0.2, angle))
    }
  }
  const indices: number[] = []
  const width = around + 1
  for (let row = 0; row + 1 < outline.length; row += 1)
    for (let column = 0; column < around; column += 1) {
      const corner = row * width + column
      indices.push(corner, corner + width, corner + 1, corner + 1, corner + width, corner + width + 1)
    }
  return glb(positions, normals, colors, indices, request)
}

/** Returns the outline of the vase in metres. The outer wall runs from foot to lip. The inner wall follows, down to the base. */
function throwOutline(random: () => number, steps: number): { radius: number; height: number }[] {
  const belly = 0.055 + random() * 0.02
  const neck = 0.016 + random() * 0.012
  const shoulder = 0.35 + random() * 0.2
  const radiusAt = (part: number): number => {
    const body = Math.sin(Math.PI * Math.min(1, part / (shoulder * 2))) ** 0.8 * belly
    const foot = 0.03 * (1 - Math.min(1, part * 6))
    const lip = 0.012 * Math.max(0, (part - 0.9) * 10)
    return Math.max(neck + lip, body * (part < shoulder * 2 ? 1 : 0), foot + 0.004)
  }
  const outer = Array.from({ length: steps + 1 }, (_, step) => ({ radius: radiusAt(step / steps), height: (step / steps) * 0.2 }))
  const inner = outer
    .toReversed()
    .map(({ radius, height }) => ({ radius: Math.max(0.002, radius - 0.004), height: Math.max(0.004, height - 0.001) }))
  return [{ radius: 0.001, height: 0 }, ...outer, ...inner, { radius: 0.001, height: 0.004 }]
}

function glazeAt(glaze: readonly [Point, Point] | null, part: number, angle: number): Point {
  const clay: Point = [0.76, 0.6, 0.47]
  if (glaze === null) return clay
  // The glaze ends above the foot in an uneven line.
  if (part < 0.07 + 0.015 * Math.sin(angle * 5)) return clay
  const share = Math.min(1, Math.max(0, part + 0.06 * Math.sin(angle * 3 + part * 9)))
  const mix = (place: 0 | 1 | 2): number => glaze[0][place] * (1 - share) + glaze[1][place] * share
  return [mix(0), mix(1), mix(2)]
}

function glb(positions: number[], normals: number[], colors: number[], indices: number[], request: GenerationRequest): Buffer {
  const parts = [new Float32Array(positions), new Float32Array(normals), new Float32Array(colors), new Uint16Array(indices)]
  const buffers = parts.map((part) => Buffer.from(part.buffer))
  let offset = 0
  const bufferViews = buffers.map((buffer, place) => {
    const view = { buffer: 0, byteOffset: offset, byteLength: buffer.length, target: place === 3 ? 34_963 : 34_962 }
    offset += buffer.length
    return view
  })
  const count = positions.length / 3
  const along = (axis: number): number[] => positions.filter((_, place) => place % 3 === axis)
  const description = {
    asset: {
      version: '2.0',
      generator: 'Kiln practice service',
      extras: { PRACTICE: true, taskId: request.taskId, words: request.words }
    },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'PRACTICE vase' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, COLOR_0: 2 }, indices: 3, material: 0 }] }],
    materials: [{ name: 'glaze', doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.32 } }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count,
        type: 'VEC3',
        min: [0, 1, 2].map((axis) => least(along(axis))),
        max: [0, 1, 2].map((axis) => most(along(axis)))
      },
      { bufferView: 1, componentType: 5126, count, type: 'VEC3' },
      { bufferView: 2, componentType: 5126, count, type: 'VEC3' },
      { bufferView: 3, componentType: 5123, count: indices.length, type: 'SCALAR' }
    ],
    bufferViews,
    buffers: [{ byteLength: offset }]
  }
  const json = glbChunk('JSON', Buffer.from(JSON.stringify(description)), 0x20)
  const binary = glbChunk('BIN\0', Buffer.concat(buffers), 0)
  const head = Buffer.alloc(12)
  head.write('glTF', 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + json.length + binary.length, 8)
  return Buffer.concat([head, json, binary])
}

function glbChunk(type: string, content: Buffer, padding: number): Buffer {
  const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4, padding)])
  const head = Buffer.alloc(8)
  head.writeUInt32LE(padded.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, padded])
}

/** Returns the smallest value after rounding to Float32, because accessor bounds must match the stored numbers. */
function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, Math.fround(value)), Infinity)
}
function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, Math.fround(value)), -Infinity)
}
