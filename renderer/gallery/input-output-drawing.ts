import type { Medium } from '../../shared/form/json-schema.ts'
import type { InputKind } from './capability-inputs.ts'

const frame = 'M3.2 2h8.6a1.3 1.3 0 0 1 1.3 1.3v8.4a1.3 1.3 0 0 1-1.3 1.3h-8.6a1.3 1.3 0 0 1-1.3-1.3v-8.4a1.3 1.3 0 0 1 1.3-1.3z'
/**
 * SVG paths of line icons, 15 by 15 pixels. Every stroke begins with an absolute `M` and continues with relative commands. Changing the
 * start of each stroke therefore moves an icon.
 */
const drawings: { readonly [kind in InputKind | 'arrow']: string } = {
  text: 'M2.5 4.6v-1.4a.7.7 0 0 1 .7-.7h8.6a.7.7 0 0 1 .7.7v1.4M7.5 2.5v10M5.5 12.5h4',
  face: 'M1.5 7.5a6 6 0 1 0 12 0a6 6 0 1 0-12 0M5 8.9s.9 1.3 2.5 1.3s2.5-1.3 2.5-1.3M5.6 5.7h.01M9.4 5.7h.01',
  image: `${frame}M4.3 5.6a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0M13.1 9.5l-1.9-1.9a1.3 1.3 0 0 0-1.8 0l-5.4 5.4`,
  video: `${frame}M6 5.3v4.4l3.7-2.2z`,
  audio: 'M1.5 6.4v2.2M3.9 4v7M6.3 2v11M8.7 5.2v4.6M11.1 3.4v8.2M13.5 6.4v2.2',
  model: 'M13 4.7l-5.5-3.1l-5.5 3.1v5.6l5.5 3.1l5.5-3.1zM2 4.7l5.5 3.2l5.5-3.2M7.5 7.9v5.5',
  arrow: 'M3 7.5h9M8.2 3.7l3.8 3.8l-3.8 3.8'
}
const width = 15
const gap = 5

/** SVG drawing of the input icons, an arrow and the output icon. `path` is for an SVG of `width` by 15 pixels. */
export type InputOutputDrawing = { readonly path: string; readonly width: number }

const lines = new Map<string, InputOutputDrawing>()

/** Returns a cached drawing, because hundreds of cards share a few drawings. */
export function inputOutputDrawing(inputs: readonly InputKind[], output: Medium): InputOutputDrawing {
  const name = `${inputs.join(' ')} ${output}`
  const line = lines.get(name) ?? drawLine([...inputs, 'arrow', output])
  lines.set(name, line)
  return line
}

function drawLine(kinds: readonly (InputKind | 'arrow')[]): InputOutputDrawing {
  const path = kinds.map((kind, place) => movedBy(drawings[kind], place * (width + gap))).join('')
  return { path, width: kinds.length * (width + gap) - gap }
}

function movedBy(drawing: string, by: number): string {
  return drawing.replace(/M(\d+(?:\.\d+)?)/g, (_stroke, from: string) => `M${Number(from) + by}`)
}
