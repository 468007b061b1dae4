import type { MaskStep, MaskPoint } from './mask-steps.ts'
import { visibleMaskSteps } from './mask-steps.ts'

/** Display colour of the mask over the image. The mask file is black and white. */
export const maskColor = '#e8478b'

/** Returns the canvas's 2D context. Throws if none is available. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: false })
  if (context === null) throw new Error('A 2D canvas context isn’t available.')
  return context
}

/**
 * Draws the initial mask `ground`, and then each visible step. `ground` is omitted if a fill or clear step covers it. The canvas has the
 * image's size in pixels. Opaque pixels mark the area to edit. `color` is for display only.
 */
export function drawMaskSteps(
  canvas: HTMLCanvasElement,
  ground: HTMLCanvasElement | null,
  steps: readonly MaskStep[],
  color: string
): void {
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'source-over'
  context.clearRect(0, 0, canvas.width, canvas.height)
  const shown = visibleMaskSteps(steps)
  if (ground !== null && shown.length === steps.length) {
    context.drawImage(ground, 0, 0)
    context.globalCompositeOperation = 'source-in'
    context.fillStyle = color
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  for (const step of shown) drawStep(canvas, step, color)
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
    case 'invert':
      context.globalCompositeOperation = 'xor'
      return context.fillRect(0, 0, width, height)
    case 'fill':
      context.globalCompositeOperation = 'source-over'
      return context.fillRect(0, 0, width, height)
    case 'clear':
      return context.clearRect(0, 0, width, height)
  }
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

/**
 * Loads an existing mask as the base for a new one. White becomes opaque, and black becomes transparent. Null if the image can't be decoded
 * or isn't `width` × `height` pixels.
 */
export async function loadMaskBase(src: string, width: number, height: number): Promise<HTMLCanvasElement | null> {
  const image = new Image()
  image.src = src
  await image.decode().catch(() => undefined)
  if (image.naturalWidth !== width || image.naturalHeight !== height) return null
  const canvas = emptyCanvas(width, height)
  const context = contextOf(canvas)
  context.drawImage(image, 0, 0)
  const pixels = context.getImageData(0, 0, width, height)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.data.subarray(at, at + 4)
    pixels.data.set([255, 255, 255, ((red + green + blue) / 3) * (alpha / 255) >= 128 ? 255 : 0], at)
  }
  context.putImageData(pixels, 0, 0)
  return canvas
}

/**
 * Encodes the mask as a file for the service. The area to edit is white, and the rest is black. JPEG is lossy and may add greys, but PNG
 * can't.
 */
export async function encodeMask(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const { width, height } = canvas
  const out = emptyCanvas(width, height)
  const context = contextOf(out)
  context.drawImage(canvas, 0, 0)
  const pixels = context.getImageData(0, 0, width, height)
  const words = new Uint32Array(pixels.data.buffer)
  // A pixel is a four-byte word with alpha in its highest byte.
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) >>> 24 >= 128 ? 0xffffffff : 0xff000000
  context.putImageData(pixels, 0, 0)
  return new Promise((resolve, reject) => {
    out.toBlob((blob) => (blob === null ? reject(new Error('The mask couldn’t be encoded.')) : resolve(blob)), type, 1)
  })
}

/** Returns the painted share of the image, from 0 to 1. Accurate to about 0.01. */
export function paintedFraction(canvas: HTMLCanvasElement): number {
  const small = emptyCanvas(96, 96)
  const context = contextOf(small)
  // The default quality may skip pixels. A small dot on a large image would then be missed.
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
