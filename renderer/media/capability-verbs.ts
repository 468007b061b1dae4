import type { Capability } from '../../shared/form/capability.ts'
import { word } from '../../shared/i18n/say.ts'

/**
 * Labels for capabilities with a title or ID that matches `title`. `send` is for the send button. `act` is for an action on a result, which
 * is shown beside that result. Without `act`, the label is made from the title.
 */
type CapabilityVerb = { readonly title: RegExp; readonly send: string; readonly act?: string }

/** The first matching entry is used. Actions that users want most often come first. */
const capabilityVerbs: readonly CapabilityVerb[] = [
  { title: /image upscal/i, send: word('Upscale image'), act: word('Upscale') },
  { title: /video upscal/i, send: word('Upscale video'), act: word('Upscale') },
  { title: /background removal/i, send: word('Remove background'), act: word('Remove background') },
  { title: /image to video/i, send: word('Generate video'), act: word('Animate') },
  { title: /image to 3d/i, send: word('Generate 3D model'), act: word('Convert to 3D') },
  { title: /object removal/i, send: word('Remove object'), act: word('Remove object') },
  { title: /outpainting/i, send: word('Extend image'), act: word('Extend image') },
  { title: /video to video/i, send: word('Edit video'), act: word('Restyle') },
  { title: /image inpainting|^inpainting|image editing/i, send: word('Edit image'), act: word('Edit image') },
  { title: /video inpainting/i, send: word('Edit video'), act: word('Edit video') },
  { title: /reference to video/i, send: word('Generate video'), act: word('Use as video reference') },
  { title: /video to (?:audio|sound)/i, send: word('Generate audio'), act: word('Generate audio') },
  { title: /product photo/i, send: word('Generate image'), act: word('Create product photo') },
  { title: /product video/i, send: word('Generate video'), act: word('Create product video') },
  { title: /sketch to image/i, send: word('Generate image'), act: word('Use as sketch') },
  { title: /video reframe/i, send: word('Reframe video'), act: word('Reframe') },
  { title: /relighting/i, send: word('Relight image'), act: word('Relight') },
  { title: /style transfer/i, send: word('Apply style'), act: word('Apply style') },
  { title: /film look|effect$/i, send: word('Apply effect') },
  { title: /photo restoration/i, send: word('Restore photo'), act: word('Restore photo') },
  { title: /portrait retouch/i, send: word('Retouch portrait'), act: word('Retouch') },
  { title: /video colou?ri[sz]/i, send: word('Colourise video'), act: word('Colourise') },
  { title: /video denois/i, send: word('Remove video noise'), act: word('Remove noise') },
  { title: /video dubbing/i, send: word('Dub video'), act: word('Dub') },
  { title: /video captions/i, send: word('Add captions'), act: word('Add captions') },
  { title: /frame interpolation/i, send: word('Interpolate frames'), act: word('Interpolate frames') },
  { title: /slow motion/i, send: word('Slow down video'), act: word('Slow down') },
  { title: /lip sync/i, send: word('Sync lips'), act: word('Sync lips') },
  { title: /video extender/i, send: word('Extend video'), act: word('Extend') },
  { title: /audio extender/i, send: word('Extend audio'), act: word('Extend') },
  { title: /audio repair/i, send: word('Repair audio'), act: word('Repair audio') },
  { title: /speech enhancer/i, send: word('Enhance speech'), act: word('Enhance speech') },
  { title: /stem separation/i, send: word('Separate stems'), act: word('Separate stems') },
  { title: /voice changer/i, send: word('Change voice'), act: word('Change voice') },
  { title: /voice cloning/i, send: word('Clone voice'), act: word('Clone voice') },
  { title: /voice design/i, send: word('Design voice'), act: word('Design voice') },
  { title: /text to speech|dialogue (?:generator|maker)/i, send: word('Generate speech'), act: word('Generate speech') },
  { title: /song generator/i, send: word('Generate song'), act: word('Generate song') },
  { title: /music generator/i, send: word('Generate music'), act: word('Generate music') },
  { title: /sound effects/i, send: word('Generate sound effect'), act: word('Generate sound effect') },
  { title: /head swap/i, send: word('Swap head'), act: word('Swap head') },
  { title: /character swap/i, send: word('Swap character'), act: word('Swap character') },
  { title: /motion transfer/i, send: word('Transfer motion'), act: word('Transfer motion') },
  { title: /virtual try.on/i, send: word('Try on'), act: word('Try on') },
  { title: /\brig(?:ging)?\b/i, send: word('Rig 3D model'), act: word('Rig 3D model') },
  { title: /retextur/i, send: word('Retexture 3D model'), act: word('Retexture') }
]

/** Returns the verb of a capability. Undefined if the capability simply generates its output, such as “Generate image”. */
export function verbOf(capability: Capability): CapabilityVerb | undefined {
  return capabilityVerbs[verbRankOf(capability)]
}

/** Returns the position of the capability’s verb in `capabilityVerbs`. -1 if the capability has no verb. */
export function verbRankOf({ title: shown, id }: Capability): number {
  // A translated title may not match, but the ID does.
  const names = [shown, id.replaceAll('-', ' ')]
  return capabilityVerbs.findIndex(({ title }) => names.some((name) => title.test(name)))
}
