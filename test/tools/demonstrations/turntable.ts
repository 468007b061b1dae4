import type { Color, Picture, Size } from './picture.ts'
import { eachPixel, mixColors } from './picture.ts'

type Point = readonly [x: number, y: number, z: number]
export type Surface = 'clay' | 'glaze'

/** Radius of the jug at heights from foot to rim. */
const profile = [0.42, 0.44, 0.56, 0.72, 0.84, 0.9, 0.88, 0.78, 0.62, 0.46, 0.38, 0.36, 0.4, 0.48]
const tilt = 0.24
const light = normalized([-0.55, 0.6, 0.75])

/** Draws a jug with a handle, seen from the front and slightly from above. `turn`: the rotation, where 1 is a full turn. */
export function drawJug(size: Size, turn: number, surface: Surface): Picture {
  const data = new Uint8ClampedArray(size.width * size.height * 3)
  const ground = eachPixel({ ...size, data }, (_, x, y) => {
    const glow = Math.max(0, 1 - Math.hypot(x / size.width - 0.5, (y / size.height - 0.45) * 0.8) * 1.3)
    return mixColors([92, 90, 88], [188, 184, 178], glow)
  })
  const depth = new Float32Array(size.width * size.height).fill(-Infinity)
  const scale = size.height * 0.36
  function plot(point: Point, normal: Point, color: Color): void {
    const [x, y, z] = seen(point, turn)
    const [nx, ny, nz] = seen(normal, turn)
    const column = Math.round(size.width / 2 + x * scale)
    const row = Math.round(size.height * 0.51 - y * scale)
    const place = row * size.width + column
    if (column < 0 || column >= size.width || row < 0 || row >= size.height || z <= (depth[place] ?? 0)) return
    depth[place] = z
    const lit = Math.max(0, nx * light[0] + ny * light[1] + nz * light[2])
    const shine = surface === 'glaze' ? lit ** 24 * 150 : lit ** 8 * 18
    const strength = 0.36 + 0.74 * lit
    ground.data.set(
      color.map((value) => value * strength + shine),
      place * 3
    )
  }
  body(plot, surface)
  handle(plot, surface)
  return ground
}

type Plot = (point: Point, normal: Point, color: Color) => void

function body(plot: Plot, surface: Surface): void {
  const [rows, columns] = [700, 1500]
  for (let row = 0; row <= rows; row += 1) {
    const at = row / rows
    const radius = radiusAt(at)
    const slope = (radiusAt(Math.min(1, at + 0.01)) - radiusAt(Math.max(0, at - 0.01))) / (2 * 0.01 * 2)
    for (let column = 0; column < columns; column += 1) {
      const angle = (column / columns) * Math.PI * 2
      const [across, along] = [Math.cos(angle), Math.sin(angle)]
      const point: Point = [across * radius, at * 2 - 1, along * radius]
      const outside = normalized([across, -slope, along])
      plot(point, outside, colorAt(surface, angle, at))
      // The inside is visible through the opening.
      const inside = radius * 0.93
      if (at > 0.72) plot([across * inside, at * 2 - 1, along * inside], [-outside[0], 0.25, -outside[2]], [96, 70, 52])
    }
  }
}

function handle(plot: Plot, surface: Surface): void {
  const [steps, around] = [500, 90]
  for (let step = 0; step <= steps; step += 1) {
    const bend = -Math.PI * 0.44 + (step / steps) * Math.PI * 0.92
    const [x, y] = [0.44 + Math.cos(bend) * 0.62, 0.34 + Math.sin(bend) * 0.5]
    for (let part = 0; part < around; part += 1) {
      const angle = (part / around) * Math.PI * 2
      const [out, side] = [Math.cos(angle) * 0.085, Math.sin(angle) * 0.11]
      const normal = normalized([Math.cos(bend) * Math.cos(angle), Math.sin(bend) * Math.cos(angle), Math.sin(angle)])
      plot([x + Math.cos(bend) * out, y + Math.sin(bend) * out, side], normal, colorAt(surface, 0, 0.6))
    }
  }
}

function radiusAt(at: number): number {
  const place = at * (profile.length - 1)
  const low = Math.floor(place)
  const [first = 0, second = first] = profile.slice(low, low + 2)
  const share = place - low
  const eased = share * share * (3 - 2 * share)
  return first + (second - first) * (share * 0.5 + eased * 0.5)
}

/**
 * Returns the surface colour at a point. The glaze ends unevenly above the clay foot and has a band of dots. Both make the rotation
 * visible.
 */
function colorAt(surface: Surface, angle: number, at: number): Color {
  const clay: Color = [206, 160, 118]
  if (surface === 'clay') return Math.abs(at - 0.62) < 0.008 || Math.abs(at - 0.3) < 0.008 ? [168, 122, 86] : clay
  if (at < 0.14 + 0.03 * Math.sin(angle * 7) + 0.02 * Math.sin(angle * 13)) return clay
  const dot = Math.hypot((((angle / (Math.PI * 2)) * 12) % 1) - 0.5, (at - 0.5) * 9) < 0.3
  return dot ? [236, 226, 204] : [52, 104, 160]
}

/** Returns the point turned around the vertical axis, then tilted towards the viewer. */
function seen([x, y, z]: Point, turn: number): Point {
  const angle = turn * Math.PI * 2
  const [turnedX, turnedZ] = [x * Math.cos(angle) + z * Math.sin(angle), z * Math.cos(angle) - x * Math.sin(angle)]
  return [turnedX, y * Math.cos(tilt) - turnedZ * Math.sin(tilt), y * Math.sin(tilt) + turnedZ * Math.cos(tilt)]
}

function normalized([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
