import { DirectionalLight, HemisphereLight, PMREMGenerator } from 'three'
import type { Scene, Vector3, WebGLRenderer } from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { ModelLight } from './model-lighting.ts'

export type ModelSceneLights = {
  /** `angle` is the direction of the light around the model, in degrees. */
  readonly set: (light: ModelLight, angle: number) => void
  readonly dispose: () => void
}

/** Adds lights to a scene. `middle` and `radius` give the position and size of the model. */
export function addLights(
  scene: Scene,
  renderer: WebGLRenderer,
  { middle, radius }: { readonly middle: Vector3; readonly radius: number }
): ModelSceneLights {
  const environment = isDrawnBySoftware(renderer) ? null : new PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture
  scene.environment = environment
  const sun = new DirectionalLight(0xffffff, 0)
  const sky = new HemisphereLight(0xffffff, 0xd8d4ce, 0)
  scene.add(sun, sky)
  return {
    set: (light, angle) => {
      const radians = (angle * Math.PI) / 180
      const { room, sunshine, daylight } = environment === null ? lightsWithoutRoom[light] : lightsInRoom[light]
      scene.environmentIntensity = room
      scene.environmentRotation.y = radians
      sun.intensity = sunshine
      sky.intensity = daylight
      sun.position.setFromSphericalCoords(radius * 3, Math.PI / 3, radians + Math.PI / 3).add(middle)
      sun.target.position.copy(middle)
      sun.target.updateMatrixWorld()
    },
    dispose: () => environment?.dispose()
  }
}

type Lights = { readonly [light in ModelLight]: { readonly room: number; readonly sunshine: number; readonly daylight: number } }

const lightsInRoom: Lights = {
  soft: { room: 1, sunshine: 0, daylight: 0 },
  side: { room: 0.18, sunshine: 3.4, daylight: 0 },
  flat: { room: 0.35, sunshine: 0, daylight: 2.6 }
}
const lightsWithoutRoom: Lights = {
  soft: { room: 0, sunshine: 1.6, daylight: 1.9 },
  side: { room: 0, sunshine: 3.4, daylight: 0.35 },
  flat: { room: 0, sunshine: 0, daylight: 3.2 }
}

/** True if WebGL is emulated in software. Room lighting would then take many seconds and freeze the window. */
function isDrawnBySoftware(renderer: WebGLRenderer): boolean {
  const context = renderer.getContext()
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name = String(context.getParameter(info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL))
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(name)
}
