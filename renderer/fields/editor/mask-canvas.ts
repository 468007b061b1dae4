import type { MaskStep, MaskPoint } from './mask-steps.ts'
import { growthOffsets, isInitialMaskVisible, visibleMaskSteps } from './mask-steps.ts'
import { assertNever } from '../../../shared/assert-never.ts'

/** Display colour of the mask over the image. The mask file is black and white. */
export const maskColor = '#e8478b'

/** Returns the canvas's 2D context. Throws if none is available. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: false })
  if (context === null) throw new Error('A 2D canvas context isn’t available.')
  return context
}

/** Draws a mask: the initial mask `ground`, followed by each visible step. `ground` is omitted if a fill or clear step covers it. */
export type MaskRenderer = (canvas: HTMLCanvasElement, ground: HTMLCanvasElement | null, steps: readonly MaskStep[]) => void

/**
 * Creates a renderer for a canvas with the image's size in pixels. Opaque pixels mark the area to edit. `color` is for display only. Caches
 * the mask after the last slow step, because every stroke redraws all steps.
 */
export function createMaskRenderer(color: string): MaskRenderer {
  let cached: { readonly ground: HTMLCanvasElement | null; readonly last: MaskStep; readonly canvas: HTMLCanvasElement } | null = null
  return (canvas, ground, steps) => {
    const context = contextOf(canvas)
    const shown = visibleMaskSteps(steps)
    const slow = shown.findLastIndex(({ kind }) => kind === 'grow' || kind === 'feather')
    const last = shown[slow]
    context.globalCompositeOperation = 'source-over'
    context.clearRect(0, 0, canvas.width, canvas.height)
    if (last !== undefined && cached?.last === last && cached.ground === ground) {
      context.drawImage(cached.canvas, 0, 0)
    } else {
      if (ground !== null && isInitialMaskVisible(steps)) drawGround(canvas, ground, color)
      for (const step of shown.slice(0, slow + 1)) drawStep(canvas, step, color)
      cached = last === undefined ? null : { ground, last, canvas: copyOf(canvas) }
    }
    for (const step of shown.slice(slow + 1)) drawStep(canvas, step, color)
  }
}

function drawGround(canvas: HTMLCanvasElement, ground: HTMLCanvasElement, color: string): void {
  const context = contextOf(canvas)
  context.drawImage(ground, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = color
  context.fillRect(0, 0, canvas.width, canvas.height)
}

function drawStep(canvas: HTMLCanvasElement, step: MaskStep, color: string): void {
  const context = contextOf(canvas)
  const { width, height } = canvas
  context.fillStyle = color
  switch (step.kind) {
    case 'stroke':
      return drawLine(canvas, step.points, step.width, step.erases, color)
    case 'box': {
      const { from, to } = step.box
      context.globalCompositeOperation = step.erases ? 'destination-out' : 'source-over'
      return context.fillRect(Math.min(from.x, to.x), Math.min(from.y, to.y), Math.abs(to.x - from.x), Math.abs(to.y - from.y))
    }
    case 'lasso':
      context.globalCompositeOperation = step.erases ? 'destination-out' : 'source-over'
      context.beginPath()
      for (const { x, y } of step.points) context.lineTo(x, y)
      return context.fill()
    case 'grow':
      if (step.by > 0) return growMask(canvas, step.by)
      invertMask(canvas, color)
      growMask(canvas, -step.by)
      return invertMask(canvas, color)
    case 'feather':
      return featherMask(canvas, step.by)
    case 'invert':
      return invertMask(canvas, color)
    case 'fill':
      context.globalCompositeOperation = 'source-over'
      return context.fillRect(0, 0, width, height)
    case 'clear':
      return context.clearRect(0, 0, width, height)
    default:
      return assertNever(step)
  }
}

function invertMask(canvas: HTMLCanvasElement, color: string): void {
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'xor'
  context.fillStyle = color
  context.fillRect(0, 0, canvas.width, canvas.height)
}

function growMask(canvas: HTMLCanvasElement, radius: number): void {
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'source-over'
  for (const { x, y } of growthOffsets(radius)) context.drawImage(canvas, x, y)
}

/** Blurs the edge. Extends the mask beyond the image's edges first, so that paint doesn't fade there. */
function featherMask(canvas: HTMLCanvasElement, radius: number): void {
  const { width, height } = canvas
  const margin = Math.ceil(radius * 1.5)
  const wide = emptyCanvas(width + 2 * margin, height + 2 * margin)
  const context = contextOf(wide)
  /**
   * Returns the parts of one dimension: before the mask, the mask itself, and after the mask. Each part has a source position, a source
   * length, a target position and a target length.
   */
  const parts = (length: number) =>
    [
      [0, 1, 0, margin],
      [0, length, margin, length],
      [length - 1, 1, margin + length, margin]
    ] as const
  for (const [x, across, toX, toAcross] of parts(width))
    for (const [y, down, toY, toDown] of parts(height)) context.drawImage(canvas, x, y, across, down, toX, toY, toAcross, toDown)
  const target = contextOf(canvas)
  target.globalCompositeOperation = 'copy'
  // A blur of half the radius produces a gradient of about twice the radius.
  target.filter = `blur(${radius / 2}px)`
  target.drawImage(wide, -margin, -margin)
  target.filter = 'none'
}

/**
 * Draws a line through `points` with a round brush. `brush` is the diameter in image pixels. A single point gives a dot. `erases` is true
 * to remove paint.
 */
export function drawLine(canvas: HTMLCanvasElement, points: readonly MaskPoint[], brush: number, erases: boolean, color: string): void {
  const [first, ...others] = points
  if (first === undefined) return
  const context = contextOf(canvas)
  context.globalCompositeOperation = erases ? 'destination-out' : 'source-over'
  context.strokeStyle = color
  context.lineWidth = brush
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  if (others.length === 0) {
    // With a single point, the path has no segments and `stroke` would draw nothing.
    context.arc(first.x, first.y, brush / 2, 0, 2 * Math.PI)
    context.fillStyle = color
    return context.fill()
  }
  context.moveTo(first.x, first.y)
  for (const { x, y } of others) context.lineTo(x, y)
  context.stroke()
}

/** An existing mask as the base for a new one. `isSoft` is true if it has greys. */
export type MaskBase = { readonly canvas: HTMLCanvasElement; readonly isSoft: boolean }

/** Levels this close to black or white count as black or white, because JPEG is lossy. */
const levelTolerance = 24

/**
 * Loads an existing mask. White becomes opaque, black becomes transparent, and greys become partly transparent. Null if the image can't be
 * decoded or isn't `width` × `height` pixels.
 */
export async function loadMaskBase(src: string, width: number, height: number): Promise<MaskBase | null> {
  const image = new Image()
  image.src = src
  await image.decode().catch(() => undefined)
  if (image.naturalWidth !== width || image.naturalHeight !== height) return null
  const canvas = emptyCanvas(width, height)
  const context = contextOf(canvas)
  context.drawImage(image, 0, 0)
  const pixels = context.getImageData(0, 0, width, height)
  let greys = 0
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.data.subarray(at, at + 4)
    const level = ((red + green + blue) / 3) * (alpha / 255)
    const isGrey = level > levelTolerance && level < 255 - levelTolerance
    if (isGrey) greys += 1
    pixels.data.set([255, 255, 255, isGrey ? level : level >= 128 ? 255 : 0], at)
  }
  context.putImageData(pixels, 0, 0)
  return { canvas, isSoft: greys > 0 }
}

/**
 * Encodes the mask as a file for the service. The area to edit is white, and the rest is black. If `isSoft` is false, the mask has no
 * greys. JPEG is lossy and may add greys, but PNG can't.
 */
export async function encodeMask(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg', isSoft: boolean): Promise<Blob> {
  const { width, height } = canvas
  const out = emptyCanvas(width, height)
  const context = contextOf(out)
  context.drawImage(canvas, 0, 0)
  const pixels = context.getImageData(0, 0, width, height)
  const words = new Uint32Array(pixels.data.buffer)
  // A pixel is a four-byte word with alpha in its highest byte.
  for (let at = 0; at < words.length; at += 1) {
    const alpha = (words[at] ?? 0) >>> 24
    words[at] = isSoft ? 0xff000000 | (alpha * 0x010101) : alpha >= 128 ? 0xffffffff : 0xff000000
  }
  context.putImageData(pixels, 0, 0)
  return new Promise((resolve, reject) => {
    out.toBlob((blob) => (blob === null ? reject(new Error('The mask couldn’t be encoded.')) : resolve(blob)), type, 1)
  })
}

/** Returns the painted share of the image, from 0 to 1. Accurate to about 0.01. */
export function paintedFraction(canvas: HTMLCanvasElement): number {
  const small = emptyCanvas(96, 96)
  const context = contextOf(small)
  // At the default quality, scaling may skip pixels. A small dot on a large image would then be missed.
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, small.width, small.height)
  const { data } = context.getImageData(0, 0, small.width, small.height)
  let sum = 0
  for (let at = 3; at < data.length; at += 4) sum += data[at] ?? 0
  return sum / (255 * small.width * small.height)
}

function emptyCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = emptyCanvas(canvas.width, canvas.height)
  contextOf(copy).drawImage(canvas, 0, 0)
  return copy
}
