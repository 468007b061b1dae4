import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { formatMediaCount } from '../../shared/phrases/format-media-count.ts'
import type { Field } from '../../shared/form/fields.ts'
import { isEmptyValue, topLevelFieldName } from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { Values } from '../../shared/form/values.ts'
import { say, word } from '../../shared/i18n/say.ts'

/** Labels for capabilities that don't simply generate a medium, with a pattern for the capability's title or ID. The first match counts. */
const actionByTitle: readonly (readonly [RegExp, string])[] = [
  [/background removal/i, word('Remove background')],
  [/object removal/i, word('Remove object')],
  [/image upscal/i, word('Upscale image')],
  [/video upscal/i, word('Upscale video')],
  [/outpainting/i, word('Extend image')],
  [/image inpainting|^inpainting|image editing/i, word('Edit image')],
  [/video inpainting|video to video/i, word('Edit video')],
  [/video reframe/i, word('Reframe video')],
  [/relighting/i, word('Relight image')],
  [/style transfer/i, word('Apply style')],
  [/film look|effect$/i, word('Apply effect')],
  [/photo restoration/i, word('Restore photo')],
  [/portrait retouch/i, word('Retouch portrait')],
  [/video colou?ri[sz]/i, word('Colourise video')],
  [/video denois/i, word('Remove video noise')],
  [/video dubbing/i, word('Dub video')],
  [/video captions/i, word('Add captions')],
  [/frame interpolation/i, word('Interpolate frames')],
  [/slow motion/i, word('Slow down video')],
  [/lip sync/i, word('Sync lips')],
  [/video extender/i, word('Extend video')],
  [/audio extender/i, word('Extend audio')],
  [/audio repair/i, word('Repair audio')],
  [/speech enhancer/i, word('Enhance speech')],
  [/stem separation/i, word('Separate stems')],
  [/voice changer/i, word('Change voice')],
  [/voice cloning/i, word('Clone voice')],
  [/voice design/i, word('Design voice')],
  [/text to speech|dialogue (?:generator|maker)/i, word('Generate speech')],
  [/song generator/i, word('Generate song')],
  [/music generator/i, word('Generate music')],
  [/sound effects/i, word('Generate sound effect')],
  [/head swap/i, word('Swap head')],
  [/character swap/i, word('Swap character')],
  [/motion transfer/i, word('Transfer motion')],
  [/virtual try.on/i, word('Try on')],
  [/\brig(?:ging)?\b/i, word('Rig 3D model')],
  [/retextur/i, word('Retexture 3D model')]
]

/** Label of the send button, such as "Generate 4 images", "Remove background" or "Swap 2 faces". `count`: number of outputs. */
export function submitLabel(capability: Capability, count: number, fields: readonly Field[] = [], values: Values = {}): string {
  // A translated title doesn't match, but the ID does.
  const names = [capability.title, capability.id.replaceAll('-', ' ')]
  const [, action] = count > 1 ? [] : (actionByTitle.find(([title]) => names.some((name) => title.test(name))) ?? [])
  if (action !== undefined) return say(action)
  if (capability.category === 'face-swap') {
    const faces = facesIn(fields, values)
    return faces > 1 ? say('Swap {count, number} faces', { count: faces }) : say('Swap face')
  }
  if (count > 1) return say('Generate {outputs}', { outputs: formatMediaCount(count, capability.output) })
  switch (capability.output) {
    case 'image':
      return say('Generate image')
    case 'video':
      return say('Generate video')
    case 'audio':
      return say('Generate audio')
    case 'model':
      return say('Generate 3D model')
    case 'text':
      return say('Generate text')
    default:
      return assertNever(capability.output)
  }
}

/** Number of faces to swap. This is the length of the form's longest list. */
function facesIn(fields: readonly Field[], values: Values): number {
  const counts = fields.map((field) => {
    const value = field.kind === 'list' ? values[field.name] : undefined
    return Array.isArray(value) ? value.length : 0
  })
  return Math.max(0, ...counts)
}

/** Label of the send button while the number of outputs is unknown, such as "Generate images". */
export function submitLabelWithoutCount(output: Medium): string {
  switch (output) {
    case 'image':
      return say('Generate images')
    case 'video':
      return say('Generate videos')
    case 'audio':
      return say('Generate audio')
    case 'model':
      return say('Generate 3D models')
    case 'text':
      return say('Generate text')
    default:
      return assertNever(output)
  }
}

/** Label and kind of the link after a problem. `show` shows the field, and `browse` opens the file dialog. */
export type ProblemAction = { readonly label: string; readonly kind: 'show' | 'browse' }

/** Link that helps to fix a problem: opens the file dialog directly, or shows the field. Null if the problem has no field in the form. */
export function problemAction(problem: SubmissionProblem, fields: readonly Field[], values: Values): ProblemAction | null {
  const field = fields.find(({ name }) => problem.field !== null && name === topLevelFieldName(problem.field))
  if (field === undefined) return null
  const isEmpty = isEmptyValue(values[field.name])
  if (field.kind === 'media') {
    if (isEmpty) return { label: say('Choose'), kind: 'browse' }
    return problem.index !== null || !field.isMany
      ? { label: say('Choose another file'), kind: 'browse' }
      : { label: say('Show'), kind: 'show' }
  }
  return { label: say('Show'), kind: 'show' }
}

/** Heading of the problems, such as "1 problem to fix" or "3 problems to fix". */
export function problemsTitle(count: number): string {
  return count === 1 ? say('1 problem to fix') : say('{count} problems to fix', { count })
}
